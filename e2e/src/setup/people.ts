import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { auth, type Call, createClient } from '@sheaf/contract';
import { fetchFromAnywhere } from './fetch-from-anywhere.ts';
import { codeTo } from './mailbox.ts';
import { origin } from './origin.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
  /** The token of the session that registering started. */
  token: string;
  /** Calls the API in that session. */
  call: Call;
}

export const PASSWORD = 'correct horse battery';

export const newEmail = () => `person-${randomUUID()}@example.com`;

/** Calls the API as a program, with the token if there is one. */
export function callAs(token?: string, headers: Record<string, string> = {}, server = origin): Call {
  const authorization = token ? { Authorization: `Bearer ${token}` } : undefined;
  return createClient({
    baseUrl: `${server}/api`,
    headers: () => ({ ...authorization, ...headers }),
    fetch: fetchFromAnywhere,
  });
}

/** Registers a person through the API and verifies their address. */
export async function newPerson({ verified = true, name = 'Robin Example', server = origin } = {}): Promise<Person> {
  const email = newEmail();
  const body = { name, email, password: PASSWORD, password_confirmation: PASSWORD };
  const { data } = await callAs(undefined, {}, server)(auth.register, { body });
  const call = callAs(data.auth.token, {}, server);
  if (verified) await call(auth.verify, { body: { code: await codeTo(email, 'verification', server) } });
  return { name, email, password: PASSWORD, token: data.auth.token, call };
}

/** Signs in on another device; returns the token of that session. */
export async function signInElsewhere(person: Person, userAgent = 'elsewhere'): Promise<string> {
  const { email, password } = person;
  const { data } = await callAs(undefined, { 'User-Agent': userAgent })(auth.login, { body: { email, password } });
  if (!('auth' in data)) throw new Error('A second factor is asked for.');
  return data.auth.token;
}

/** Makes the next page start with exactly this in local storage. */
export async function remember(page: Page, stored: Record<string, string>): Promise<void> {
  const put = ({ once, entries }: { once: string; entries: [string, string][] }) => {
    // Runs in every page that is opened, including frames; the tab's session storage records that it was done.
    if (window !== window.top || sessionStorage.getItem(once)) return;
    sessionStorage.setItem(once, 'done');
    localStorage.clear();
    for (const [key, value] of entries) localStorage.setItem(key, value);
  };
  await page.addInitScript(put, { once: `remembered ${randomUUID()}`, entries: Object.entries(stored) });
}

/** Acts as if the person had signed in before. They have seen the onboarding by default. */
export async function enterAs(
  page: Page,
  { token }: { token: string },
  stored: Record<string, string> = { show: '1' },
): Promise<void> {
  await remember(page, { token, ...stored });
}
