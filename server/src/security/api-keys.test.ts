import { contract, type Endpoint, endpoints, eventsPath, type KeyScope, keyScopeOf, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { openApi } from '../http/description/openapi.ts';
import { headStart } from '../http/limits/bucket.ts';
import { isApiKey, newApiKey } from '../platform/secrets/api-key.ts';
import { apiKeyOf, type TestKey } from '../testing/api-keys.ts';
import { failure } from '../testing/failure.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/** Tests which calls a key may make, with every call of the contract. */

const keys = new Map<KeyScope, TestKey>();

const app = await forThisFile(testApp());
const owner = await person(app);
const organizationId = owner.organizationId;
for (const scope of ['read', 'write', 'mcp'] as const) keys.set(scope, await apiKeyOf(app, owner, scope));

const nobody = '00000000-0000-7000-8000-000000000000';

async function codeOf(endpoint: Endpoint, scope: KeyScope): Promise<string | undefined> {
  const path = endpoint.path.replace(/\{\w+\}/g, endpoint.organization === 'path' ? organizationId : nobody);
  const { headers } = keys.get(scope)!;
  const answer = await app.request({ method: endpoint.method, url: `/api${path}`, headers });
  expect(answer.status, answer.body).toBeLessThan(500);
  return answer.json?.code;
}

describe.each(endpoints)('$name', ({ endpoint }) => {
  const needed = keyScopeOf(endpoint);

  it.each(['read', 'write', 'mcp'] as const)('checks a key to %s', async (scope) => {
    const code = await codeOf(endpoint, scope);
    if (endpoint.access === 'public' || scope === needed) expect(code).not.toBe('key_not_allowed');
    else expect(code).toBe('key_not_allowed');
  });
});

it('the account, its security, keys, members, invitations and settings are closed to keys', () => {
  const { apiKeys, auth, invites, members, organizations, sources, user } = contract;
  const { list: _members, ...managing } = members;
  const { get: _workspace, info: _info, ...settings } = organizations;
  const { user: _me, ...signIn } = auth;
  const { beginOAuth, finishOAuth, credentialForm, submitCredentials, files, disconnect, delete: remove } = sources;
  const connecting = { beginOAuth, finishOAuth, credentialForm, submitCredentials, files, disconnect, remove };
  const closed = [user, apiKeys, invites, managing, settings, signIn, connecting].flatMap((calls) =>
    Object.values(calls as Record<string, Endpoint>),
  );
  expect(closed.length).toBeGreaterThan(40);
  expect(closed.filter((endpoint) => keyScopeOf(endpoint) !== null)).toEqual([]);
});

it('calls that change something need the scope to write', () => {
  const reading = endpoints.filter(({ endpoint }) => keyScopeOf(endpoint) === 'read' && endpoint.method !== 'GET');
  expect(reading.map(({ name }) => name)).toEqual([
    'sources.previewSettings',
    'documents.download',
    'documents.zip',
    'ai.createThread',
    'ai.ask',
    'transfers.preview',
    'transfers.reportPath',
  ]);
});

it('events are closed to keys', async () => {
  const answer = await app.request({ method: 'GET', url: `/api${eventsPath}`, headers: keys.get('read')!.headers });
  expect([answer.status, answer.json.code]).toEqual([403, 'key_not_allowed']);
});

it('the description of the API names the scheme and the scope of each call', () => {
  const { components, paths } = openApi('https://sheaf.example') as {
    components: { securitySchemes: Record<string, { type: string; scheme: string }> };
    paths: Record<string, Record<string, { security: unknown }>>;
  };
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(paths['/documents']!.get!.security).toEqual([{ session: [] }, { apiKey: ['read'] }]);
  expect(paths['/labels']!.post!.security).toEqual([{ session: [] }, { apiKey: ['write'] }]);
  expect(paths['/user/api-keys']!.post!.security).toEqual([{ session: [] }]);
  expect(paths['/auth/login']!.post!.security).toEqual([]);
});

it('calls of one key are counted apart from those of another', async () => {
  const limited = await testApp({ rateLimit: 100_000 });
  try {
    const me = await person(limited);
    const [busy, other] = [await apiKeyOf(limited, me, 'read'), await apiKeyOf(limited, me, 'read')];
    await limited.services.pool.query(
      `insert into request_counts values ($1, $2, $2, 0, now() + interval '1 minute')`,
      [`key ${busy.id}`, limits.keyCallsPerMinute],
    );
    // The calls that a process lets through before it asks.
    for (let sent = 0; sent < headStart(limits.keyCallsPerMinute); sent += 1) await busy.call(contract.labels.list);
    const error = await failure(busy.call(contract.labels.list));
    expect([error.status, error.code]).toEqual([429, 'rate_limited']);
    expect(error.retryAfter).toBeGreaterThan(0);
    await other.call(contract.labels.list);
    await me.call(contract.labels.list);
  } finally {
    await limited.close();
  }
});

it('a key has a checksum, so that a mistyped one is recognized', () => {
  const key = newApiKey();
  expect(isApiKey(key)).toBe(true);
  for (let at = 'sheaf_'.length; at < key.length; at += 1) {
    const other = key[at] === 'x' ? 'y' : 'x';
    expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
  expect(new Set(Array.from({ length: 100 }, newApiKey)).size).toBe(100);
});
