// The HTML of a web view: one script, one style sheet, and a policy that allows nothing else.
//
// Place: src/views/. Pure, so that the policy can be tested. The script builds everything from
// messages, as text nodes; no content is ever put into this page as a string.

export interface PageParts {
  readonly title: string;
  readonly language: string;
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  readonly nonce: string;
}

export function page(parts: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${parts.cspSource}`,
    `script-src 'nonce-${parts.nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!DOCTYPE html>",
    `<html lang="${escaped(parts.language)}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(parts.title)}</title>`,
    `<link rel="stylesheet" href="${escaped(parts.style)}">`,
    "</head>",
    "<body>",
    '<main id="root"></main>',
    `<script nonce="${parts.nonce}" src="${escaped(parts.script)}"></script>`,
    "</body>",
    "</html>",
  ].join("\n");
}

/** Make a nonce: 128 bits that nobody can guess. */
export function nonce(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(16)).toString("base64url");
}

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
