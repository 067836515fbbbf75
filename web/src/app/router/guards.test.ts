import { ApiError, auth, type Endpoint, organizations } from '@sheaf/contract';
import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { Session } from '../../lib/session/session.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';

const call = vi.fn<(endpoint: Endpoint) => Promise<unknown>>();
vi.mock('../../lib/api/http.ts', () => ({ call: (endpoint: Endpoint) => call(endpoint) }));
const { invitedOnly, signedOutOnly, unverifiedOnly, verifiedOnly } = await import('./guards.ts');

const user = {
  id: 'u',
  name: 'Ada',
  email: 'ada@example.com',
  avatar: null,
  email_verified_at: '2026-01-01T00:00:00Z',
};
const failure = (status?: number) => new ApiError(status, { message: 'No', code: 'internal' });

/** The server’s answers to the calls of the guards. */
function answer(given: { user?: unknown; organizations?: unknown; info?: unknown }): void {
  const answers = new Map<Endpoint, unknown>([
    [auth.user, given.user ?? user],
    [organizations.list, given.organizations ?? [{ id: 'a', name: 'A' }]],
    [organizations.info, given.info ?? { id: 'a' }],
  ]);
  call.mockImplementation(async (endpoint) => {
    const data = answers.get(endpoint);
    if (data instanceof Error) throw data;
    return { data };
  });
}

function visit(stored: Record<string, string>, href = '/members?page=2') {
  const pathname = href.split('?')[0]!;
  const session = new Session(memoryStorage(stored), memoryStorage());
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reload = vi.fn(() => Promise.reject(new Error('reloaded')));
  return {
    context: { session, queryClient, reload },
    location: { href, pathname, search: Object.fromEntries(new URL(href, 'http://localhost').searchParams) },
  };
}

/** Where a guard sends the visitor, or undefined where it lets them pass. */
async function destination(guard: () => unknown): Promise<string | undefined> {
  try {
    await guard();
    return undefined;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return thrown.options.to ?? thrown.options.href;
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  answer({});
});

it('sends signed-out visitors from the main area to login, and back after signing in', async () => {
  expect(await destination(() => verifiedOnly(visit({})))).toBe('/login');
  expect(await destination(() => signedOutOnly(visit({ token: 't' })))).toBe('/members?page=2');
  expect(await destination(() => signedOutOnly(visit({ token: 't' })))).toBe('/directory');
});

it('lets signed-out visitors sign in', async () => {
  expect(await destination(() => signedOutOnly(visit({})))).toBeUndefined();
});

it('sends unverified people to verification, and back after verifying', async () => {
  answer({ user: { ...user, email_verified_at: null } });
  expect(await destination(() => verifiedOnly(visit({ token: 't' })))).toBe('/verification');
  expect(await destination(() => unverifiedOnly(visit({ token: 't' })))).toBeUndefined();
  answer({});
  expect(await destination(() => unverifiedOnly(visit({ token: 't' })))).toBe('/members?page=2');
});

it('lets verified people pass with their first organization as current, and loads it only once', async () => {
  const here = visit({ token: 't' });
  expect(await destination(() => verifiedOnly(here))).toBeUndefined();
  expect(here.context.session.organizationId).toBe('a');
  call.mockClear();
  expect(await destination(() => verifiedOnly(here))).toBeUndefined();
  expect(call).not.toHaveBeenCalled();
});

it('goes to login when the session has ended', async () => {
  answer({ user: failure(401) });
  const here = visit({ token: 't' });
  here.context.queryClient.getQueryCache().config.onError = () => here.context.session.end();
  expect(await destination(() => verifiedOnly(here))).toBe('/login');
});

it('forgets the organization and reloads when its plan cannot be loaded', async () => {
  answer({ info: failure(404) });
  const here = visit({ token: 't', new_org_id: 'gone' });
  await expect(verifiedOnly(here)).rejects.toThrow('reloaded');
  expect(here.context.session.organizationId).toBeNull();
});

it('keeps the organization when the server is unreachable', async () => {
  answer({ info: failure(undefined) });
  const here = visit({ token: 't', new_org_id: 'b' });
  await expect(verifiedOnly(here)).rejects.toThrow('No');
  expect(here.context.reload).not.toHaveBeenCalled();
  expect(here.context.session.organizationId).toBe('b');
});

it('sends people without an organization to create one', async () => {
  answer({ organizations: [], info: failure(404) });
  const here = visit({ token: 't', org_id: 'gone' });
  expect(await destination(() => verifiedOnly(here))).toBe('/organization-create');
  expect(here.context.session.organizationId).toBeNull();
  expect(await destination(() => verifiedOnly(visit({ token: 't' }, '/organization-create')))).toBeUndefined();
});

it('remembers an invitation opened while signed in, but not the one just used to register', async () => {
  const params = { slug: 'm123' };
  const open = (stored: Record<string, string>, cause: string) =>
    destination(() => invitedOnly({ ...visit(stored), cause, params }));
  expect(await open({}, 'enter')).toBeUndefined();
  expect(await open({ token: 't' }, 'stay')).toBe('/directory');
  expect(sessionStorage.getItem('invitation')).toBeNull();
  expect(await open({ token: 't' }, 'enter')).toBe('/directory');
  expect(sessionStorage.getItem('invitation')).toBe('m123');
});

it('switches to the workspace a link names, or shows that the person is not in it', async () => {
  answer({
    organizations: [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ],
  });
  const here = visit({ token: 't', org_id: 'a' }, '/directory?preview=d&org=a');
  expect(await destination(() => verifiedOnly(here))).toBeUndefined();
  const there = visit({ token: 't', org_id: 'a' }, '/directory?preview=d&org=b');
  await expect(verifiedOnly(there)).rejects.toThrow('reloaded');
  expect(there.context.session.organizationId).toBe('b');
  const strange = visit({ token: 't', org_id: 'a' }, '/directory?preview=d&org=c');
  expect(await destination(() => verifiedOnly(strange))).toBe('/other-workspace');
  expect(strange.context.session.organizationId).toBe('a');
});
