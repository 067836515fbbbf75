/** The address at which a document opens in the browser: /_page/<app>?name=…. It replaces the provider’s own page. */
export const documentPagePath = '/_page/';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function documentPage(query: URLSearchParams) {
  const name = escaped((query.get('name') ?? '').slice(0, 500) || 'Document');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1.5rem; color: #17201d; background: #fff }</style>
</head><body><h1>${name}</h1><p>This is a page of the sandbox. With your own client id, the document opens in the app it is from.</p></body></html>`;
  return { status: 200, headers, body };
}
