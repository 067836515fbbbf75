import { setImmediate as turn } from 'node:timers/promises';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorError } from '../kit/errors.ts';
import { createPacer } from '../kit/pacer/pacer.ts';
import type { Cursor, RemoteId, Session } from '../kit/session.ts';
import { createFakeClock } from '../kit/testing/fake-clock.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { gmail } from './index.ts';

const person = 'chen';
const MESSAGES = '/gmail/v1/users/me/messages';
const COUNT = 120;
let google: GoogleSandbox;
let account: ReturnType<typeof testAccount>;
let session: Session;
let refreshes: number;
beforeEach(async () => {
  refreshes = 0;
  google = await startGoogle({ samples: false, pageSize: 50 });
  google.control.addManyMails({ person, count: COUNT });
  const token = () => google.control.authorize({ person }).accessToken;
  const refresh = () => {
    refreshes++;
    return token();
  };
  account = testAccount({ urls: google.urls, token, refresh });
  session = gmail.open(account);
});
afterEach(async () => {
  await account.close();
  await google.stop();
});

class Reader {
  readonly ids = new Set<RemoteId>();
  readonly failed: RemoteId[] = [];
  cursor: Cursor | null = null;
  /** Reads as a sync does: stored messages are known. */
  async read(from: Session, signal = new AbortController().signal): Promise<number> {
    const known = async (ids: readonly RemoteId[]) => new Set(ids.filter((id) => this.ids.has(id)));
    for await (const batch of from.threads!.messages('ALL_MAIL' as RemoteId, { from: this.cursor, signal, known })) {
      for (const { id } of batch.messages) this.ids.add(id);
      for (const { id } of batch.failures) this.failed.push(id);
      this.cursor = batch.cursor;
    }
    return this.ids.size;
  }
}
const code = (name: string, detail = {}) =>
  expect.objectContaining({ code: name, detail: expect.objectContaining(detail) });

describe('a listing', () => {
  it.each([
    ['a rate limit of the newer kind', { kind: 'status', status: 429, retryAfter: 0 }],
    ['a rate limit of the older kind', { kind: 'status', status: 403, retryAfter: 0, reason: 'rateLimitExceeded' }],
    ['a failing backend', { kind: 'status', status: 503 }],
    ['a page that is no JSON', { kind: 'garbage' }],
    ['an answer that is cut', { kind: 'cut', afterBytes: 300 }],
  ] as const)('after %s', async (_, action) => {
    google.control.fail({ method: 'GET', path: MESSAGES, nth: 2, action });
    google.control.fail({ method: 'GET', path: `${MESSAGES}/*`, nth: 30, action });
    expect(await new Reader().read(session)).toBe(COUNT);
  });

  it('continues with a new token if the old one expires on the way', async () => {
    google.control.fail({ method: 'GET', path: `${MESSAGES}/*`, nth: 30, action: { kind: 'expire-token' } });
    expect(await new Reader().read(session)).toBe(COUNT);
    expect(refreshes).toBe(1);
  });

  it('skips a message that can’t be read and one that is deleted meanwhile', async () => {
    google.control.fail({
      method: 'GET',
      path: `${MESSAGES}/*`,
      nth: 30,
      action: { kind: 'status', status: 403, reason: 'forbidden' },
    });
    const { id } = google.control.mails({ person })[40]!;
    // It is requested once more, in case it was only late.
    google.control.fail({ path: `${MESSAGES}/${id}`, times: 2, action: { kind: 'status', status: 404 } });
    const reader = new Reader();
    expect(await reader.read(session)).toBe(COUNT - 2);
    expect(reader.failed).toHaveLength(1);
  });

  it('resumes after a kill in the middle of a page, and reads little again', async () => {
    const kill = new AbortController();
    google.control.fail({ method: 'GET', path: `${MESSAGES}/*`, nth: 70, action: { kind: 'hang' } });
    const reader = new Reader();
    const reading = reader.read(session, kill.signal);
    await expect.poll(() => google.control.calls({ prefix: `GET ${MESSAGES}/` })).toBeGreaterThanOrEqual(70);
    kill.abort();
    await expect(reading).rejects.toThrow('aborted');
    expect(reader.ids.size).toBeGreaterThan(0);
    expect(await reader.read(gmail.open(account))).toBe(COUNT);
    expect(google.control.calls({ prefix: `GET ${MESSAGES}/` })).toBeLessThan(COUNT + 30);
  });
});

describe('the caller', () => {
  const first = () => session.threads!.channels(null);

  it('learns that a grant was revoked or a scope is missing', async () => {
    const refused = new ConnectorError('auth_revoked', 'gone');
    const dead = testAccount({ urls: google.urls, token: () => 'ya29.never', refresh: () => Promise.reject(refused) });
    await expect(gmail.open(dead).identity()).rejects.toBe(refused);
    const scopes = ['https://www.googleapis.com/auth/drive'];
    const other = testAccount({
      urls: google.urls,
      token: () => google.control.authorize({ person, scopes }).accessToken,
    });
    await expect(gmail.open(other).identity()).rejects.toEqual(code('auth_revoked'));
    await dead.close();
    await other.close();
  });

  it('learns whose limit is reached, and for how long', async () => {
    const once = { ...account, call: <T>(work: () => Promise<T>) => work() };
    session = gmail.open(once);
    google.control.setMailQuota({ perUser: 0 });
    await expect(first()).rejects.toEqual(code('rate_limited', { limit: 'account' }));
    google.control.setMailQuota({ perUser: 15_000, perProject: 0 });
    await expect(first()).rejects.toEqual(code('rate_limited', { limit: 'app' }));
    google.control.setMailQuota({ perProject: 1_200_000 });
    const reason = `User-rate limit exceeded.  Retry after ${new Date(Date.now() + 90_000).toISOString()}`;
    google.control.fail({ action: { kind: 'status', status: 429, reason } });
    const error = await first().catch((thrown: unknown) => thrown as ConnectorError);
    expect((error as ConnectorError).detail.retryAfterMs).toBeGreaterThan(60_000);
    google.control.fail({ action: { kind: 'status', status: 403, reason: 'domainPolicy' } });
    await expect(first()).rejects.toEqual(code('forbidden'));
  });
});

describe('the rate', () => {
  it('stays below what Gmail allows, without being refused', async () => {
    // One clock for Gmail and for us stands still during a call, so a slow machine changes nothing.
    const clock = createFakeClock();
    const { now } = clock;
    const fast = await startGoogle({ samples: false, mailQuota: { now } });
    const pacer = createPacer({ now, sleep: clock.sleep });
    let underWay = 0;
    const call: typeof pacer.run = (work, ...rest) =>
      pacer.run(
        async () => {
          underWay += 1;
          try {
            return await work();
          } finally {
            underWay -= 1;
          }
        },
        ...rest,
      );
    const settings = { pubsubTopic: 'projects/p/topics/t' };
    const base = testAccount({
      urls: fast.urls,
      settings,
      token: () => fast.control.authorize({ person }).accessToken,
    });
    const { watch } = gmail.open({ ...base, call, now: () => new Date(now()) }).threads!;
    const hook = { name: 'n', url: new URL('https://sheaf.example/'), secret: 's' };
    // The most expensive call costs 100 units: 20,000 exceed the units of a minute.
    const state = { hasEnded: false };
    const calls = Promise.all(Array.from({ length: 200 }, () => watch!(hook))).finally(() => {
      state.hasEnded = true;
    });
    for (; !state.hasEnded; await turn()) if (underWay === 0) await clock.until(now() + 100);
    await calls;
    expect(fast.control.mailUse({ person })).toMatchObject({ units: 20_000, refused: 0 });
    expect(fast.control.mailUse({ person }).peak).toBeLessThanOrEqual(15_000);
    expect(now()).toBeGreaterThan(60_000);
    await base.close();
    await fast.stop();
  });
});
