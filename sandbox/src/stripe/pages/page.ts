import type { SandboxResponse } from '../../shared/server.ts';

export interface Page {
  title: string;
  style: string;
  body: string;
  /** The name of a script in the browser folder. */
  script: string;
  /** Attributes of the root element. */
  attributes?: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function htmlPage({ title, style, body, script, attributes = '' }: Page): SandboxResponse {
  const policy = `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'self'; base-uri 'none'`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html>
<html lang="en" ${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script type="module" src="/stripe/browser/${script}.ts"></script>
</body>
</html>
`,
  };
}
