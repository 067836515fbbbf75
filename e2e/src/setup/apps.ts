import type { Locator, Page } from '@playwright/test';
import { contract, type SourceAccount, type SyncSettings } from '@sheaf/contract';
import { consent } from '../../../server/src/testing/sign-in/consent.ts';
import type { Person } from './people.ts';
import { expect, inBackground } from './test.ts';

const { sources } = contract;

/** The consent pages belong to the sandbox: another origin, on this machine. */
export const sandboxPages = /^foreign: http:\/\/127\.0\.0\.1:\d+\//;

export type SandboxPerson = 'ada' | 'bruno' | 'chen';

export interface Connected {
  account: SourceAccount;
  /** Changes something in the cloud, without Sheaf. */
  cloud<T>(name: string, given: object): Promise<T>;
}

/** Connects an account without the browser; nothing is chosen for sync yet. */
export async function connect({ call }: Person, source: string, whose: SandboxPerson): Promise<Connected> {
  const { url } = (await call(sources.beginOAuth, { body: { source } })).data;
  const back = await consent(url, whose);
  const body = { source, code: back.get('code')!, state: back.get('state')! };
  const account = (await call(sources.finishOAuth, { body })).data;
  return {
    account,
    async cloud(name, given) {
      const headers = { 'x-sandbox-control': 'yes' };
      const options = { method: 'POST', headers, body: JSON.stringify(given) };
      const answer = await fetch(new URL(`/_control/${name}`, url), options);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
  };
}

/** Chooses what to sync, and waits until it is synced. */
export async function sync(
  { call }: Person,
  { account }: Connected,
  choice: Partial<SyncSettings> = { file_mode: 'all' },
): Promise<void> {
  const body = { source_account_id: account.id, data: { sync: choice } };
  const { batch_id } = (await call(sources.syncSettings, { body })).data;
  const phase = async () => (await call(sources.batchStatus, { params: { id: batch_id } })).data.phase;
  await expect.poll(phase, inBackground).toBe('done');
}

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(name) });

export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** A figure on a card. */
export const figure = (of: Locator, name: string): Locator =>
  of.locator('dl > div').filter({ hasText: name }).locator('dd');
