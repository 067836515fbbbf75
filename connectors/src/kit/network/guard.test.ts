import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { httpWorld } from '../testing/http-world.ts';
import { createDial } from './dial.ts';
import { createNetworkGuard } from './guard.ts';

const { newClient, serve } = httpWorld();
const guard = createNetworkGuard('none');
const forbidden = expect.objectContaining({ code: 'forbidden' });

const inward = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '203.0.113.5',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '::127.0.0.1',
];
const outward = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '169.253.1.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
];

test.each(inward)('refuses %s', (address) => {
  expect(() => guard.check(address)).toThrow(forbidden);
  if (address.includes(':')) expect(() => guard.check(`[${address}]`)).toThrow(forbidden);
});

test.each(outward)('allows %s', (address) => guard.check(address));

test.each([
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
  '１２７.0.0.1',
])('sees through the spelling %s', (host) => expect(() => guard.check(host)).toThrow(forbidden));

test('leaves names to the lookup', () => {
  for (const host of ['example.com', 'localhost.example.com', 'a b', '']) guard.check(host);
});

test('names the setting that would allow the address', () => {
  expect(() => guard.check('10.0.0.1')).toThrow('SHEAF_ALLOW_PRIVATE_NETWORKS');
});

test('judges every IPv4 address alike, bare or carried in IPv6', () => {
  const refused = (host: string) => {
    try {
      guard.check(host);
      return false;
    } catch {
      return true;
    }
  };
  const hex = (a: number, b: number) => ((a << 8) | b).toString(16);
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
      const bare = refused(`${a}.${b}.${c}.${d}`);
      expect(refused(`::ffff:${a}.${b}.${c}.${d}`)).toBe(bare);
      expect(refused(`64:ff9b::${hex(a, b)}:${hex(c, d)}`)).toBe(bare);
      expect(refused(`2002:${hex(a, b)}:${hex(c, d)}::`)).toBe(bare);
      expect(refused(String(((a << 24) | (b << 16) | (c << 8) | d) >>> 0))).toBe(bare);
    }),
  );
});

test('allows the ranges it is given, and no others', () => {
  const some = createNetworkGuard(['10.0.0.0/8', 'fd12::/16', '192.168.1.7']);
  for (const host of ['10.255.0.1', '::ffff:10.0.0.1', 'fd12::5', '192.168.1.7']) some.check(host);
  for (const host of ['192.168.1.8', '127.0.0.1', 'fd13::5']) expect(() => some.check(host)).toThrow(forbidden);
  createNetworkGuard(['127.0.0.0/8']).check('localhost');
  for (const host of inward) createNetworkGuard('all').check(host);
  for (const range of ['10.0.0.0/33', 'example.com', '10.0.0.0/8/1', '', '10.0.0.0/'])
    expect(() => createNetworkGuard([range]), range).toThrow('Not a range');
});

const resolving = (...addresses: string[]) =>
  createNetworkGuard('none', (_host, _options, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
const look = (from: typeof guard, options: { all?: boolean }) =>
  new Promise((resolve, reject) => {
    from.lookup('cloud.example', options, (error, address, family) =>
      error ? reject(error) : resolve([address, family]),
    );
  });

test('refuses a name if any of its addresses is private', async () => {
  await expect(look(resolving('8.8.8.8', '10.0.0.1'), {})).rejects.toEqual(forbidden);
  await expect(look(resolving('8.8.8.8', 'fe80::1%2'), { all: true })).rejects.toEqual(forbidden);
  await expect(look(resolving(), {})).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(await look(resolving('8.8.8.8', '1.1.1.1'), {})).toEqual(['8.8.8.8', 4]);
  expect(await look(resolving('8.8.8.8'), { all: true })).toEqual([[{ address: '8.8.8.8', family: 4 }], undefined]);
});

test('refuses requests and connections before a byte is sent', async () => {
  const server = await serve((_, response) => response.end());
  for (const used of [guard, resolving('127.0.0.1')]) {
    const client = newClient({ guard: used });
    for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost', '[::ffff:127.0.0.1]', 'cloud.example'])
      if (used !== guard || host !== 'cloud.example') {
        await expect(client.send({ url: `http://${host}:${server.port}/` }), host).rejects.toEqual(forbidden);
        await expect(createDial(used)(host, server.port), host).rejects.toEqual(forbidden);
      }
  }
  expect(server.sockets).toHaveLength(0);
});

test('connects to the checked address, with a single lookup of the name', async () => {
  const server = await serve((_, response) => response.end('x'));
  let asked = 0;
  const rebinding = createNetworkGuard(['127.0.0.1/32'], (_host, _options, done) =>
    done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]),
  );
  const socket = await createDial(rebinding)('rebind.example', server.port);
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
  await expect(createDial(rebinding)('rebind.example', server.port)).rejects.toEqual(forbidden);
  expect(asked).toBe(2);
});

test('fails a dial that can’t connect as unavailable', async () => {
  const dial = createDial(createNetworkGuard('all'), { connectMs: 50 });
  await expect(dial('127.0.0.1', 1)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(dial('no-such-host.invalid', 1)).rejects.toMatchObject({ code: 'unavailable' });
});
