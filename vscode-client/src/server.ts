// The connection to the language server: start, stop, restart, and questions to it.
//
// Place: src/. The views, the Test Explorer and the status bar ask through this. Commands of the
// server are registered by `commands`, not by the language client, so that they exist before the
// server runs and so that pictures open in our views.
import * as vscode from "vscode";
import {
  CloseAction,
  CodeLensRequest,
  DocumentDiagnosticRequest,
  ErrorAction,
  ExecuteCommandRequest,
  type InitializeParams,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ServerOptions,
  State,
} from "vscode-languageclient/node";
import { withTheme } from "./hover-theme";
import type { Status } from "./protocol";
import { launch } from "./python/launch";
import { isAtRest } from "./wording";

/** Schemes whose documents the server is given. Others are told of in the status bar. */
export const SCHEMES = ["file", "untitled"] as const;
export const LANGUAGES = ["tiny", "python"] as const;

export type Health = "stopped" | "starting" | "running" | "failed";

const POLL_MILLISECONDS = 500;
// Longer than the workbench waits before it asks for lenses that were said to have changed.
const LENS_MILLISECONDS = 1_000;
const MAX_CRASHES = 4;
const CRASH_WINDOW_MILLISECONDS = 180_000;

export class Server implements vscode.Disposable {
  private client: LanguageClient | null = null;
  private crashes: number[] = [];
  private attempt: { readonly source: vscode.CancellationTokenSource; done: Promise<void> } | null =
    null;
  private restarts: Promise<void> = Promise.resolve();
  private readonly statusEmitter = new vscode.EventEmitter<Status>();
  private readonly healthEmitter = new vscode.EventEmitter<Health>();
  private currentHealth: Health = "stopped";
  private poll: NodeJS.Timeout | null = null;
  private lensTimer: NodeJS.Timeout | null = null;

  readonly onStatus = this.statusEmitter.event;
  readonly onHealth = this.healthEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
  ) {}

  get health(): Health {
    return this.currentHealth;
  }

  /** Start the server unless it runs; what goes wrong is told to the user here. */
  start(): Promise<void> {
    if (this.attempt !== null) return this.attempt.done;
    const source = new vscode.CancellationTokenSource();
    const done = this.startOnce(source.token).finally(() => {
      this.attempt = null;
      source.dispose();
    });
    this.attempt = { source, done };
    return done;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = null;
    this.setHealth("stopped");
    if (client === null) return;
    try {
      await client.dispose(5_000);
    } catch (error) {
      this.log.warn(`the server did not stop in order: ${String(error)}`);
    }
  }

  /** Stop the server if it runs and start it again, one restart after the other. */
  restart(): Promise<void> {
    // A start may be waiting for the user's answer, which no longer matters.
    this.attempt?.source.cancel();
    this.restarts = this.restarts.then(async () => {
      this.crashes = [];
      await this.attempt?.done;
      await this.stop();
      await this.start();
    });
    return this.restarts;
  }

  /** Ask the server; fails if it does not run. */
  async request<Answer>(
    method: string,
    params: object,
    token?: vscode.CancellationToken,
  ): Promise<Answer> {
    if (this.client === null) throw new Error(vscode.l10n.t("heapwright's server is not running."));
    return token === undefined
      ? this.client.sendRequest<Answer>(method, params)
      : this.client.sendRequest<Answer>(method, params, token);
  }

  /** Run a command of the server. */
  async execute(
    command: string,
    args: readonly unknown[],
    token?: vscode.CancellationToken,
  ): Promise<unknown> {
    return this.request(ExecuteCommandRequest.method, { command, arguments: args }, token);
  }

  /** Give a URI as the server knows it. */
  identifier(uri: vscode.Uri): { readonly uri: string } {
    return { uri: this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString() };
  }

  dispose(): void {
    if (this.poll !== null) clearTimeout(this.poll);
    if (this.lensTimer !== null) clearTimeout(this.lensTimer);
    void this.stop();
    this.statusEmitter.dispose();
    this.healthEmitter.dispose();
  }

  private async startOnce(token: vscode.CancellationToken): Promise<void> {
    if (this.client !== null) return;
    this.setHealth("starting");
    const command = await launch(this.context, this.log, token);
    if (command === null || token.isCancellationRequested) {
      this.setHealth("failed");
      return;
    }
    this.log.info(`starting ${command.command} ${command.arguments.join(" ")}`);
    const options: ServerOptions = {
      command: command.command,
      args: [...command.arguments],
      options: { cwd: command.cwd },
    };
    const client = new Client("heapwright", "heapwright", options, this.clientOptions());
    client.onNotification("heapwright/statusChanged", (status: Status) => this.take(status));
    client.onDidChangeState(({ newState }) => {
      if (this.client === client && newState === State.Running) this.setHealth("running");
      if (this.client === client && newState === State.Stopped) this.setHealth("failed");
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.client = null;
      this.setHealth("failed");
      void this.tellStartFailed(error);
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: LANGUAGES.flatMap((language) =>
        SCHEMES.map((scheme) => ({ language, scheme })),
      ),
      synchronize: { configurationSection: "heapwright" },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: {
        untrustedWorkspace: !vscode.workspace.isTrusted,
        markdownImages: true,
      },
      progressOnInitialization: false,
      middleware: {
        provideHover: async (document, position, token, next) => {
          const hover = await next(document, position, token);
          for (const content of hover?.contents ?? [])
            if (content instanceof vscode.MarkdownString)
              content.value = withTheme(content.value, isDark());
          return hover;
        },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
    };
  }

  /** Decide what to do when the server has gone: start it again, unless it goes over and over. */
  private closed(): { action: CloseAction; message?: string; handled?: boolean } {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - time < CRASH_WINDOW_MILLISECONDS), now];
    if (this.crashes.length < MAX_CRASHES) {
      this.log.warn("the server ended; it is started again");
      return { action: CloseAction.Restart };
    }
    this.setHealth("failed");
    void this.tellCrashing();
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async tellCrashing(): Promise<void> {
    await this.offerRestart(
      vscode.l10n.t(
        "heapwright's server ended {0} times within three minutes and is not started again. The log says why.",
        MAX_CRASHES,
      ),
    );
  }

  private async tellStartFailed(error: unknown): Promise<void> {
    this.log.error(String(error));
    await this.offerRestart(vscode.l10n.t("heapwright's server did not start. The log says why."));
  }

  private async offerRestart(message: string): Promise<void> {
    const restart = vscode.l10n.t("Restart");
    const showLog = vscode.l10n.t("Show log");
    const answer = await vscode.window.showErrorMessage(message, restart, showLog);
    if (answer === restart) await this.restart();
    if (answer === showLog) this.log.show();
  }

  /**
   * Pass on what the server said. It tells when a status changes, not how far work has come, so
   * while it works it is asked.
   */
  private take(status: Status): void {
    this.statusEmitter.fire(status);
    this.refreshLensesLater();
    if (this.poll !== null || isAtRest(status.work)) return;
    this.poll = setTimeout(async () => {
      this.poll = null;
      try {
        this.take(await this.request<Status>("heapwright/status", {}));
      } catch (error) {
        this.log.debug(`no status: ${String(error)}`);
      }
    }, POLL_MILLISECONDS);
  }

  /**
   * Let lenses be asked for once more when all is said. The workbench waits a moment before it
   * asks, and forgets to ask if its editor loses the focus meanwhile, as to a view of ours: then
   * `outdated` would stand there until somebody clicks into the text.
   */
  private refreshLensesLater(): void {
    if (this.lensTimer !== null) clearTimeout(this.lensTimer);
    this.lensTimer = setTimeout(() => {
      this.lensTimer = null;
      for (const { document } of vscode.window.visibleTextEditors)
        this.client
          ?.getFeature(CodeLensRequest.method)
          .getProvider(document)
          ?.onDidChangeCodeLensEmitter.fire();
    }, LENS_MILLISECONDS);
  }

  private setHealth(health: Health): void {
    if (this.currentHealth === health) return;
    this.currentHealth = health;
    this.healthEmitter.fire(health);
  }
}

function isDark(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
}

/** The language client without what is done otherwise here. */
class Client extends LanguageClient {
  /** Progress is shown by the status bar item, and as a notification where the user asked. */
  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    params.capabilities.window = { ...params.capabilities.window, workDoneProgress: false };
  }

  override registerFeature(feature: Parameters<LanguageClient["registerFeature"]>[0]): void {
    const method = "registrationType" in feature ? feature.registrationType.method : "";
    if (!NOT_OURS.has(method)) super.registerFeature(feature);
  }
}

// Commands are registered by `commands`. Diagnostics come by themselves; whoever also asks for them
// would show each one twice.
const NOT_OURS: ReadonlySet<string> = new Set([
  ExecuteCommandRequest.method,
  DocumentDiagnosticRequest.method,
]);
