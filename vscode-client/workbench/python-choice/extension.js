// As much of the Python extension as ours asks: which interpreter the user has chosen there.
//
// Place: workbench/python-choice/. The workbench run installs it beside the extension.
const vscode = require("vscode");

exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({
      path: vscode.workspace.getConfiguration("python").get("defaultInterpreterPath"),
    }),
    resolveEnvironment: async ({ path }) =>
      path === "" ? undefined : { executable: { uri: vscode.Uri.file(path) } },
  },
});
