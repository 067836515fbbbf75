import { type Call, type CallInput, contract, type SourceAccount } from '@sheaf/contract';
import type { TestApp } from '../test-app.ts';

const { sources } = contract;

/** Goes through a sandbox's consent page as a browser would, and back to where it sends the person. */
export async function consent(
  url: string,
  person: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URLSearchParams> {
  const page = await (await fetch(url)).text();
  const action = addressIn(page, /<form method="post" action="([^"]+)"/);
  const answer = await fetch(new URL(action, url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person, decision }),
  });
  // If an administrator has to approve, the page has a link back instead.
  const back = answer.headers.get('location') ?? addressIn(await answer.text(), /<a href="([^"]+)">Return to/);
  return new URL(back).searchParams;
}

const addressIn = (page: string, pattern: RegExp): string =>
  pattern.exec(page)![1]!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** A connected account that is not synced yet. */
export const connectAccount = (who: { call: Call }, source: string, person: string, accountId?: string) =>
  connectWith(who, person, { source, account_id: accountId });

/** A connected account with every optional permission. */
export async function connectFully(who: { call: Call }, source: string, person: string): Promise<SourceAccount> {
  let account = await connectAccount(who, source, person);
  for (const { key } of account.access)
    account = await connectWith(who, person, { source, account_id: account.id, access: key });
  return account;
}

async function connectWith(
  who: { call: Call },
  person: string,
  asked: { source: string; account_id?: string; access?: string },
): Promise<SourceAccount> {
  const { source } = asked;
  const { url } = (await who.call(sources.beginOAuth, { body: asked })).data;
  const back = await consent(url, person);
  const body = { source, code: back.get('code')!, state: back.get('state')! };
  return (await who.call(sources.finishOAuth, { body })).data;
}

type SyncChoice = NonNullable<CallInput<typeof sources.syncSettings>['body']>['data']['sync'];

/** Syncs an account, with everything in it unless chosen otherwise; returns the run. */
export async function syncAccount(app: TestApp, { call }: { call: Call }, id: string, sync: SyncChoice = {}) {
  const { batch_id } = (await call(sources.syncSettings, { body: { source_account_id: id, data: { sync } } })).data;
  await app.work();
  return (await call(sources.batchStatus, { params: { id: batch_id } })).data;
}

/** Connects and syncs an account; returns its id. */
export async function connectAndSync(app: TestApp, who: { call: Call }, source: string, person: string) {
  const { id } = await connectAccount(who, source, person);
  await syncAccount(app, who, id);
  return id;
}

/** Connects an account with credentials that people type; returns its id. */
export async function connectWithFields(
  who: { call: Call },
  source: string,
  fields: Record<string, string>,
): Promise<string> {
  const { url } = (await who.call(sources.beginOAuth, { body: { source } })).data;
  const state = new URL(url).searchParams.get('state')!;
  const { code } = (await who.call(sources.submitCredentials, { body: { source, state, fields } })).data;
  return (await who.call(sources.finishOAuth, { body: { source, state, code } })).data.id;
}
