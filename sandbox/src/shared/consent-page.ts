import type { Person } from './people.ts';
import type { SandboxResponse } from './server.ts';

export interface ConsentPage {
  provider: string;
  /** The provider’s color, for buttons and marks. */
  accent: string;
  app: string;
  people: readonly Person[];
  /** The app’s permissions, in the provider’s words. */
  permissions: readonly string[];
  /** The address to which the choice is posted: `person` and `decision` (allow or deny). */
  action: string;
}

/** The page on which a person authorizes the app, without a script. */
export function consentPage(page: ConsentPage): SandboxResponse {
  const choices = page.people.map(
    (person, at) => `<label class="person">
        <input type="radio" name="person" value="${person.key}"${at === 0 ? ' checked' : ''}>
        <span class="face" aria-hidden="true">${escapeHtml(person.name[0] ?? '')}</span>
        <span><strong>${escapeHtml(person.name)}</strong><br><small>${escapeHtml(person.email)}</small></span>
      </label>`,
  );
  const permissions = page.permissions.map((one) => `<li>${escapeHtml(one)}</li>`);
  return document(
    `Sign in to ${page.provider}`,
    page.accent,
    `<form method="post" action="${escapeHtml(page.action)}">
      <p class="badge">Sandbox: no real account is involved</p>
      <h1>${escapeHtml(page.app)} wants to use your ${escapeHtml(page.provider)} account</h1>
      <fieldset><legend>Choose an account</legend>${choices.join('')}</fieldset>
      <h2>This lets ${escapeHtml(page.app)}</h2>
      <ul>${permissions.join('')}</ul>
      <div class="buttons">
        <button name="decision" value="deny">Deny</button>
        <button name="decision" value="allow" class="allow">Allow</button>
      </div>
    </form>`,
  );
}

/** Shown if only an administrator may allow the app’s request; `back` leads to the app without it. */
export function approvalPage(provider: string, accent: string, app: string, back: string): SandboxResponse {
  const body = `<section>
      <p class="badge">Sandbox: no real account is involved</p>
      <h1>Need admin approval</h1>
      <p>${escapeHtml(app)} needs permission to access resources in your organization that only an admin can grant.
        Please ask an admin to grant permission to this app before you can use it.</p>
      <p><a href="${escapeHtml(back)}">Return to the application without granting consent</a></p>
    </section>`;
  return document(`${provider}: need admin approval`, accent, body);
}

/** Shown for an invalid request of the app: the person is not redirected to an address that may be forged. */
export function refusalPage(provider: string, accent: string, code: string, message: string): SandboxResponse {
  const body = `<section><p class="badge">Error 400: ${escapeHtml(code)}</p><h1>Access blocked</h1><p>${escapeHtml(message)}</p></section>`;
  return { ...document(`${provider}: access blocked`, accent, body), status: 400 };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function document(title: string, accent: string, body: string): SandboxResponse {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style(accent)}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: html,
  };
}

const style = (accent: string) => `
:root { color-scheme: light dark; --accent: ${accent}; --line: #d5dae0; --back: #f3f5f7; --card: #fff; --text: #1d2430; --soft: #5a6472; }
@media (prefers-color-scheme: dark) { :root { --line: #39424e; --back: #14181d; --card: #1d232b; --text: #eef1f4; --soft: #a5afbb; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(460px, 100%); background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--accent); border-radius: 12px; padding: 28px; }
.badge { display: inline-block; margin: 0 0 12px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; color: var(--soft); }
h1 { margin: 0 0 20px; font-size: 22px; line-height: 1.25; text-wrap: balance; }
h2 { margin: 20px 0 4px; font-size: 15px; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 6px; font-size: 15px; font-weight: 600; }
.person { display: flex; align-items: center; gap: 12px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; cursor: pointer; }
.person:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.person input { accent-color: var(--accent); width: 18px; height: 18px; margin: 0; }
.face { width: 36px; height: 36px; flex: none; display: grid; place-items: center; border-radius: 50%; background: var(--accent); color: #fff; font-weight: 600; }
a { color: var(--accent); }
small, li { color: var(--soft); font-size: 14px; }
ul { margin: 4px 0 24px; padding-left: 20px; }
.buttons { display: flex; justify-content: flex-end; gap: 8px; }
button { font: inherit; font-weight: 600; padding: 9px 22px; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; }
button.allow { background: var(--accent); border-color: var(--accent); color: #fff; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
