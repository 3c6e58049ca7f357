// A file system with one file in memory, as those are that the web version of VS Code opens.
//
// Place: workbench/memory-files/. The workbench run installs it beside the extension.
const vscode = require("vscode");

const TEXT = "class Box { int n; void put(int v) := this.n := v; }\nspec FULL(Box b) := b.n = 7;\n";

exports.activate = ({ subscriptions }) => {
  const changes = new vscode.EventEmitter();
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const provider = {
    onDidChangeFile: changes.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: TEXT.length }),
    readDirectory: () => [["box.tiny", vscode.FileType.File]],
    readFile: () => new TextEncoder().encode(TEXT),
    ...{ createDirectory: refuse, writeFile: refuse, delete: refuse, rename: refuse },
  };
  subscriptions.push(
    changes,
    vscode.workspace.registerFileSystemProvider("memory", provider, { isReadonly: true }),
    vscode.commands.registerCommand("memory.open", () =>
      vscode.window.showTextDocument(vscode.Uri.parse("memory:/box.tiny")),
    ),
  );
};
