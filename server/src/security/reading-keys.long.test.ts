import { contract, type Endpoint, endpoints, keyScopeOf } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { apiKeyOf } from '../testing/api-keys.ts';
import { failure } from '../testing/failure.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';
import { inputOf, send } from './testing/id-places.ts';
import { thingsOf } from './testing/things.ts';

/** Makes every call that a read-only key can make, with as few and as many fields as possible: nothing changes. */

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const owner = await person(app);
const own = await thingsOf(app, owner);
const key = await apiKeyOf(app, owner, 'read');
// Made on first use, whoever makes the request.
await owner.call(contract.transfers.myFiles);

/** Counters, and what the server remembers for itself for a while. */
const countsAndTraces = ['api_keys', 'sessions', 'request_counts', 'throttles', 'ai_usage', 'job_schedule'];

/** What a read-only call leaves behind, and why that is not a change. */
const leaves: Record<string, string[]> = {
  // The list that a zip is made from, which is deleted within hours.
  'documents.zip': ['zips', 'zip_entries'],
  // Who opened and downloaded a file.
  'documents.get': ['document_activity'],
  'documents.download': ['document_activity', 'audit_events'],
  // That the report was downloaded.
  'transfers.report': ['audit_events'],
  // Question and answer are kept for the person who asked.
  'ai.createThread': ['ai_threads'],
  'ai.ask': ['ai_threads', 'ai_messages', 'ai_citations'],
};

async function state(): Promise<Record<string, string>> {
  const { pool } = app.services;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [countsAndTraces],
  );
  const sums = rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t`,
  );
  const found = await pool.query<{ name: string; sum: string }>(sums.join(' union all '));
  return Object.fromEntries(found.rows.map(({ name, sum }) => [name, sum]));
}

/** One document by its id, or a list of ids: these calls take one of the two. */
const lists: Record<string, string> = { 'documents.zip': 'query', 'transfers.preview': 'list' };

function inputWith(call: (typeof endpoints)[number], all: boolean) {
  const input = inputOf(call, own, all);
  const list = lists[call.name];
  if (list && all) delete input.body![list];
  else if (call.name === 'documents.zip') input.body![list!] = {};
  return input;
}

const reading = endpoints.filter(({ endpoint }) => keyScopeOf(endpoint) === 'read');

describe.each(reading)('$name', (call) => {
  it.each([
    ['as little', false],
    ['as much', true],
  ] as const)('changes nothing, with %s as it takes', async (_, all) => {
    const before = await state();
    const { status, body } = await send(app, call.endpoint, inputWith(call, all), key.headers);
    expect(status, body).not.toBe(422);
    expect(status, body).toBeLessThan(500);
    const after = await state();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    const allowed = leaves[call.name] ?? [];
    expect(changed.filter((table) => !allowed.includes(table))).toEqual([]);
  });
});

const needsWrite = { status: 403, code: 'key_not_allowed', message: 'This API key doesn’t have the scope “write”.' };

it('a question replaces another, or changes the scope of a conversation, only with the scope to write', async () => {
  const { data: thread } = await owner.call(contract.ai.createThread, { body: {} });
  const params = { id: thread.id };
  await owner.call(contract.ai.ask, { params, body: { content: 'Where is the fee?' } });
  const read = async () => (await owner.call(contract.ai.thread, { params })).data;
  const before = await read();
  const replaces = before.messages[0]!.id;
  const body = { content: 'Where is it?' };
  const ask = (extra: object) => failure(key.call(contract.ai.ask, { params, body: { ...body, ...extra } }));
  expect(await ask({ replaces })).toMatchObject(needsWrite);
  expect(await ask({ scope: { account_ids: [own.account] } })).toMatchObject(needsWrite);
  expect(await read()).toEqual(before);
  const both = await apiKeyOf(app, owner, 'read', 'write');
  await both.call(contract.ai.ask, { params, body: { ...body, replaces } });
  expect((await read()).messages.map(({ id }) => id)).not.toContain(replaces);
});

it('a search is remembered only with the scope to write', async () => {
  const history = async () => (await owner.call(contract.search.history)).data.map(({ q }) => q);
  const before = await history();
  const query = { q: 'a trace of a key', remember: 'true' } as const;
  expect(await failure(key.call(contract.search.find, { query }))).toMatchObject(needsWrite);
  expect(await history()).toEqual(before);
  await key.call(contract.search.find, { query: { ...query, remember: 'false' } });
  const both = await apiKeyOf(app, owner, 'read', 'write');
  await both.call(contract.search.find, { query });
  expect(await history()).toEqual([query.q, ...before]);
});

it('every call in the list of exceptions is one that a key can make', () => {
  const names = new Map<string, Endpoint>(reading.map(({ name, endpoint }) => [name, endpoint]));
  expect(Object.keys(leaves).filter((name) => !names.has(name))).toEqual([]);
});
