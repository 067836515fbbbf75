import { connect } from 'node:net';
import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it, vi } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { viewerQuery } from '../find-viewer.ts';

/** Tests who is admitted when something changes between the first byte of a request and its work. */

const app = await forThisFile(testApp({ rateLimit: 50 }));
const query = vi.spyOn(app.services.pool, 'query');
await app.app.listen({ port: 0, host: '127.0.0.1' });
const port = (app.app.server.address() as { port: number }).port;

/** How many lookups of viewers have found somebody. */
const lookUps = () =>
  query.mock.settledResults.filter(({ type }, i) => type === 'fulfilled' && query.mock.calls[i]?.[0] === viewerQuery)
    .length;

/** Sends the head and resolves once the request is admitted. `finish` sends the body and returns the status. */
async function admitted(head: string, body: string): Promise<{ finish(): Promise<number> }> {
  const before = lookUps();
  const socket = connect(port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.on('close', resolve));
  // If the request is refused at once, the server may close the connection before the body is sent.
  socket.on('error', () => {});
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.write(
    `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  );
  // The server looks up the viewer before it reads the body, so from then on the request is admitted.
  await expect.poll(lookUps).toBeGreaterThan(before);
  return {
    async finish() {
      if (socket.writable) socket.write(body);
      await ended;
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    },
  };
}

/** Sends the head, runs `meanwhile`, then sends the body. Returns the status. */
async function heldBack(head: string, body: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const request = await admitted(head, body);
  await meanwhile();
  return request.finish();
}

const headOf = (method: string, path: string, headers: Record<string, string>) =>
  [
    `${method} /api${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
  ].join('\r\n');

describe('when a role changes while the body is sent', () => {
  it('does not count a demoted owner', async () => {
    const owner = await person(app);
    const second = await person(app, { role: 'owner', organizationId: owner.organizationId });
    const head = headOf('PUT', `/organization/members/${owner.id}`, owner.headers);
    const status = await heldBack(head, '{"role":"owner"}', () =>
      second.call(contract.members.setRole, { params: { id: owner.id }, body: { role: 'guest' } }),
    );
    expect(status).toBe(403);
  });

  it('invites nobody for a removed admin', async () => {
    const owner = await person(app);
    const admin = await person(app, { role: 'admin', organizationId: owner.organizationId });
    const status = await heldBack(
      headOf('POST', '/user/invites', admin.headers),
      '{"email":"friend@example.com"}',
      () => owner.call(contract.members.remove, { params: { id: admin.id }, query: { content: 'delete' } }),
    );
    expect(status).toBe(404);
    expect((await owner.call(contract.invites.list)).data).toEqual([]);
  });

  it('keeps one owner when both leave', async () => {
    const first = await person(app);
    const second = await person(app, { role: 'owner', organizationId: first.organizationId });
    const requests = [];
    for (const { headers } of [first, second])
      requests.push(await admitted(headOf('POST', '/organization/leave', headers), '{"content":"delete"}'));
    const statuses = await Promise.all(requests.map((request) => request.finish()));
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await ownersOf(first.organizationId)).toBe(1);
  });

  it('leaves an owner as they were when their workspace is deleted meanwhile', async () => {
    const owner = await person(app);
    const { organizationId } = owner;
    await person(app, { role: 'owner', organizationId });
    const status = await heldBack(headOf('POST', '/organization/leave', owner.headers), '{"content":"delete"}', () =>
      owner.call(contract.organizations.delete, { params: { id: organizationId } }),
    );
    expect(status).toBe(404);
    expect(await ownersOf(organizationId)).toBe(2);
  });
});

async function ownersOf(organizationId: string): Promise<number> {
  const { rows } = await app.services.pool.query(
    `select user_id from memberships where organization_id = $1 and role = 'owner'`,
    [organizationId],
  );
  return rows.length;
}

it('counts refused calls against the limit', async () => {
  const statuses = [];
  for (let i = 0; i < 60; i += 1) {
    const { status } = await app.request({
      method: 'GET',
      url: '/api/auth/user',
      headers: { authorization: 'Bearer none' },
      remoteAddress: '203.0.113.7',
    });
    statuses.push(status);
  }
  expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(50).every((status) => status === 429)).toBe(true);
});

describe('the local mailbox', () => {
  const get = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.request({
      method: 'GET',
      url: '/dev/mailbox.json',
      headers: { host: 'localhost:3000', ...headers },
      remoteAddress,
    });

  it('opens on this machine', async () => {
    expect((await get({})).status).toBe(200);
    expect(
      (await app.request({ method: 'GET', url: '/dev/mailbox.json?to=a&to=b', headers: { host: 'localhost' } })).status,
    ).toBe(200);
    expect(
      (await app.request({ method: 'GET', url: `/dev/mailbox/${'-'.repeat(36)}`, headers: { host: 'localhost' } }))
        .status,
    ).toBe(404);
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-host', 'forwarded', 'cf-connecting-ip'])(
    'refuses requests through a proxy that sends %s',
    async (header) => {
      expect((await get({ [header]: '203.0.113.9' })).status).toBe(404);
    },
  );

  it('refuses other machines and foreign names', async () => {
    expect((await get({}, '203.0.113.9')).status).toBe(404);
    expect((await get({ host: 'attacker.example' })).status).toBe(404);
  });

  it('does not exist where others can reach the server', async () => {
    const { readConfig } = await import('../../config/config.ts');
    expect(readConfig({}).mailbox).toBe(true);
    expect(readConfig({ HOST: '0.0.0.0' }).mailbox).toBe(false);
    expect(readConfig({ TRUST_PROXY: '1' }).mailbox).toBe(false);
    expect(readConfig({ SHEAF_PUBLIC_URL: 'https://sheaf.example' }).mailbox).toBe(false);
  });
});

describe('the address of a request', () => {
  const newPassword = { password: 'correct horse', password_confirmation: 'correct horse' };
  const [spoofed, visitor, proxy] = ['10.0.0.1', '203.0.113.9', '198.51.100.2'];
  it.each([
    [0, [[spoofed], '127.0.0.1'], [[spoofed, visitor], '127.0.0.1'], [['x'.repeat(9000)], '127.0.0.1']],
    [1, [[spoofed, visitor], visitor], [[visitor], visitor], [['x'.repeat(9000)], '127.0.0.1']],
    [2, [[spoofed, visitor, proxy], visitor], [[visitor, proxy], visitor], [[spoofed, 'nonsense', proxy], '127.0.0.1']],
  ] as [number, ...[string[], string][]][])('is taken from %i proxies of our own', async (hops, ...cases) => {
    const proxied = await testApp({ trustProxy: hops });
    for (const [forwarded, expected] of cases) {
      const body = { name: 'Ada', email: `${Math.random()}@example.com`, ...newPassword };
      const { json } = await proxied.request({
        method: 'POST',
        url: '/api/auth/register',
        headers: { 'x-forwarded-for': forwarded.join(', ') },
        payload: body,
      });
      const { id } = json.data.user;
      const { rows } = await proxied.services.pool.query('select ip from sessions where user_id = $1', [id]);
      expect(rows).toEqual([{ ip: expected }]);
      // The request counts for the real network, not for the forged one.
      const { rows: counted } = await proxied.services.pool.query('select from throttles where key = $1', [
        `register ${spoofed}`,
      ]);
      expect(counted).toEqual([]);
    }
    await proxied.close();
  });
});
