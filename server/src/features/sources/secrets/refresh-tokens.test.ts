import type { HttpClient } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { startBox, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../db/database.ts';
import { openPool } from '../../../db/pool.ts';
import type { Services } from '../../../services.ts';
import { killableServices } from '../../../testing/killable-services.ts';
import { person } from '../../../testing/people.ts';
import { startDatabaseProxy } from '../../../testing/servers/database-proxy.ts';
import { connectAccount, syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { validToken } from './refresh-tokens.ts';
import { readSecrets, writeSecrets } from './secrets.ts';

/**
 * A refresh token of Box works once. Box documents that it is rejected afterwards, but returns the same pair again
 * until that is used. Where it does, losing the answer costs nothing; where it doesn't, the account must be
 * reconnected.
 */

const { sources } = contract;
const [firstProcess, secondProcess] = ['rejected by one', 'rejected by another'];
let id: string;
const box = await forThisFile(startBox({ samples: false }));
const graph = await forThisFile(startGraph({ samples: false }));
const app = await forThisFile(testApp({}, { box, onedrive: graph }));
const me = await person(app);
beforeEach(async () => {
  box.control.setUsedRefresh({ brings: 'refused' });
  await app.services.pool.query('delete from source_accounts');
  ({ id } = await connectAccount(me, 'box', 'ada'));
  await expire('box');
});

/** Expires its access token, so that the next call needs another. */
async function expire(source: 'box' | 'onedrive'): Promise<void> {
  const secrets = await readSecrets(app.services, app.services.db, id);
  const tokens = { ...secrets.tokens!, expiresAt: new Date(0).toISOString() };
  await writeSecrets(app.services, app.services.db, id, { ...secrets, tokens });
  (source === 'box' ? box : graph).control.expireTokens({ person: 'ada' });
}
/** Avoids waiting two minutes for a dead process. */
const endTurn = () =>
  app.services.pool.query(`update source_accounts set refreshing_until = now() - interval '1 s' where id = $1`, [id]);
const account = async () => (await me.call(sources.accounts)).data.find((one) => one.id === id)!;
const useAtBox = async (token: string) =>
  (await fetch(`${box.urls.api}/2.0/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

/** The services, with something that happens once the provider has answered a token request. */
function onceAnswered(services: Services, then: (answer: { access_token: string }) => Promise<void>): Services {
  const { http } = services;
  const send: HttpClient['send'] = async (request) => {
    const response = await http.send(request);
    if (!request.url.endsWith('/oauth2/token')) return response;
    const answer = await response.json<{ access_token: string }>();
    await then(answer);
    return { ...response, json: async <T>() => answer as T };
  };
  return { ...services, http: { ...http, send } };
}

/** A process that gets a new pair and is killed before storing it. */
async function killBeforeStoring(): Promise<void> {
  let before = 0;
  const note = async () => {
    before = counted.statements;
  };
  const counted = killableServices(app.services, null, note, { usualTimeouts: true });
  await validToken(counted.services, id, 'box', firstProcess);
  await counted.end();
  await expire('box');
  const killed = killableServices(app.services, before + 1, async () => {}, { usualTimeouts: true });
  await expect(validToken(killed.services, id, 'box', firstProcess)).rejects.toBeInstanceOf(Error);
  expect(killed.isDead).toBe(true);
  await killed.end();
  await endTurn();
}

it('loses nothing with a kill before storing or a lost answer if the provider repeats its answer', async () => {
  box.control.setUsedRefresh({ brings: 'same-answer' });
  await killBeforeStoring();
  box.control.fail({ path: '/oauth2/token', action: { kind: 'cut', afterBytes: 10 } });
  await expect(validToken(app.services, id, 'box', firstProcess)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await useAtBox(await validToken(app.services, id, 'box', firstProcess))).toBe(200);
});

it.each(['a kill before it is stored', 'an answer that is lost'])(
  'asks to reconnect after %s if used tokens are rejected, keeps the documents and revives the account',
  async (how) => {
    box.control.write({ person: 'ada', path: 'kept.txt', text: 'kept' });
    await syncAccount(app, me, id);
    await expire('box');
    if (how.startsWith('a kill')) await killBeforeStoring();
    else {
      box.control.fail({ path: '/oauth2/token', action: { kind: 'cut', afterBytes: 10 } });
      await expect(validToken(app.services, id, 'box', firstProcess)).rejects.toMatchObject({ code: 'unavailable' });
    }
    await me.call(sources.syncNow, { params: { id } });
    await app.work();
    expect(await account()).toMatchObject({ status: 'needs_reauth', files: 1 });
    expect((await account()).problem).toMatch(/Reconnect/);
    await connectAccount(me, 'box', 'ada', id);
    await me.call(sources.syncNow, { params: { id } });
    await app.work();
    expect(await account()).toMatchObject({ status: 'connected', problem: null, files: 1 });
  },
);

it('revives an account found without access when another process stores its token late', async () => {
  const [answered, gate] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const slow = onceAnswered(app.services, ({ access_token }) => {
    answered.resolve(access_token);
    return gate.promise;
  });
  const stored = validToken(slow, id, 'box', secondProcess);
  expect(await useAtBox(await answered.promise)).toBe(200);
  await endTurn();
  await me.call(sources.syncNow, { params: { id } });
  await app.work();
  expect(await account()).toMatchObject({ status: 'needs_reauth' });
  gate.resolve();
  expect(await useAtBox(await stored)).toBe(200);
  expect(await account()).toMatchObject({ status: 'connected', problem: null });
});

it('gives the same working token to two that refresh at once', async () => {
  box.control.setUsedRefresh({ brings: 'same-answer' });
  const [answered, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = onceAnswered(app.services, () => {
    answered.resolve();
    return both.promise;
  });
  const first = validToken(slow, id, 'box', firstProcess);
  await answered.promise;
  await endTurn();
  const second = await validToken(app.services, id, 'box', secondProcess);
  both.resolve();
  expect(await first).toBe(second);
  expect(await useAtBox(second)).toBe(200);
});

it('stores a new token even if PostgreSQL restarts just then', async () => {
  const proxy = await startDatabaseProxy();
  const { rows } = await app.services.pool.query<{ name: string }>('select current_database() as name');
  const pool = openPool({ connectionString: proxy.url(rows[0]!.name), max: 2 }, () => {});
  const cut = { ...app.services, pool, db: openDatabase(pool) };
  const services = onceAnswered(cut, async ({ access_token }) => {
    expect(await useAtBox(access_token)).toBe(200);
    proxy.close();
  });
  const token = validToken(services, id, 'box', firstProcess);
  token.catch(() => {});
  await expect.poll(() => proxy.refused()).toBeGreaterThan(0);
  proxy.open();
  expect(await useAtBox(await token)).toBe(200);
  expect((await readSecrets(app.services, app.services.db, id)).tokens!.accessToken).toBe(await token);
  await pool.end();
  await proxy.stop();
});

it('tries the previous token once more if the provider rejects the new one', async () => {
  ({ id } = await connectAccount(me, 'onedrive', 'ada'));
  await expire('onedrive');
  await validToken(app.services, id, 'onedrive', firstProcess);
  const { tokens } = await readSecrets(app.services, app.services.db, id);
  expect(tokens!.previousRefreshToken).not.toBe(tokens!.refreshToken);
  await writeSecrets(app.services, app.services.db, id, { tokens: { ...tokens!, refreshToken: 'not known yet' } });
  await expire('onedrive');
  expect(await validToken(app.services, id, 'onedrive', firstProcess)).not.toBe(tokens!.accessToken);
});
