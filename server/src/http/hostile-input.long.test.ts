import { contract, endpoints, errorCodes, messages } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { type TestAnswer, testApp } from '../testing/test-app.ts';

/** Whatever is sent, the answer is a success or a clear 4xx in our shape, never a 5xx. */

const app = await forThisFile(testApp());
const someone = await person(app);

type Endpoint = (typeof endpoints)[number]['endpoint'];

/** These delete what they act on, so each has a person of its own. */
const ending = new Set<Endpoint>([contract.auth.logout, contract.organizations.delete, contract.members.leave]);

async function send(endpoint: Endpoint, input: { body?: string; query?: string; id?: string }) {
  const { headers, organizationId } = ending.has(endpoint) ? await person(app) : someone;
  const usual = endpoint.organization === 'path' ? organizationId : '00000000-0000-7000-8000-000000000000';
  const path = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent((input.id || usual).toWellFormed()));
  return app.request({
    method: endpoint.method,
    url: `/api${path}${input.query ? `?${input.query}` : ''}`,
    headers: { ...headers, ...(input.body === undefined ? {} : { 'content-type': 'application/json' }) },
    payload: input.body,
  });
}

function expectClear({ status, json }: TestAnswer): void {
  expect(status).toBeLessThan(500);
  if (status <= 299) return;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(Object.keys(errorCodes)).toContain(json.code);
  expect(json.message).toMatch(/\S/);
  expect(json.message).not.toMatch(/select |insert |\bat \/|undefined|\[object/i);
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '💥'.repeat(40),
    'x'.repeat(10_000),
    '\ud800',
    '',
    '../../etc/passwd',
    "'; drop table users; --",
    'null',
    '-1',
    'NaN',
  ),
);
const anything = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [null], [[]], { $ne: 1 }),
  fc.double(),
  fc.array(text, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);

/** Bodies with the right names and wrong values, because only those pass the first check. */
const bodyFor = (endpoint: Endpoint) =>
  fc.oneof(
    anything,
    fc.record(Object.fromEntries(Object.keys(endpoint.body?.shape ?? { any: 0 }).map((key) => [key, anything])), {
      requiredKeys: [],
    }),
  );

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('survives random bodies, queries and ids', async () => {
    await fc.assert(
      fc.asyncProperty(bodyFor(endpoint), fc.dictionary(text, text, { maxKeys: 3 }), text, async (body, query, id) => {
        const queryString = new URLSearchParams(query).toString();
        const named = Object.fromEntries(Object.keys(endpoint.query?.shape ?? {}).map((key) => [key, id]));
        expectClear(await send(endpoint, { body: endpoint.method === 'GET' ? undefined : JSON.stringify(body) }));
        expectClear(await send(endpoint, { query: queryString, id }));
        expectClear(await send(endpoint, { query: new URLSearchParams(named).toString() }));
      }),
      { numRuns: 15 },
    );
  });
});

it('says that a missing list is required', async () => {
  const { json } = await send(contract.documents.makeFolders, { body: '{"parent_id":null}' });
  expect(json.errors).toEqual({ paths: [messages.required] });
});

it('answers 404 for a path outside the contract', async () => {
  const { status, json } = await app.request({ method: 'GET', url: '/api/nothing/here' });
  expect([status, json.code]).toEqual([404, 'not_found']);
});
