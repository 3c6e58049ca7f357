// Running one program to its end.
//
// Place: src/python/. Nothing is run through a shell, so no name is ever taken for a command line.
import { spawn } from "node:child_process";

export interface Finished {
  readonly exitCode: number | null;
  readonly output: string;
  readonly stdout: string;
}

/** Run a program and collect what it prints; a program that cannot start has exit code null. */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  options: {
    readonly timeout?: number;
    readonly signal?: AbortSignal;
    readonly onOutput?: (text: string) => void;
  } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    let output = "";
    let stdout = "";
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const take = (text: string): void => {
      output += text;
      options.onOutput?.(text);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      take(text);
    });
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) =>
      resolve({ exitCode: null, output: output + error.message, stdout }),
    );
    child.on("close", (exitCode) => resolve({ exitCode, output, stdout }));
  });
}
