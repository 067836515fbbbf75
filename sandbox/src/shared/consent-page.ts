import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from './people.ts';
import type { SandboxResponse } from './server.ts';

const style = readFileSync(join(import.meta.dirname, 'consent-page.css'), 'utf8');

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
<style>:root { --accent: ${accent}; }
${style}</style>
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
