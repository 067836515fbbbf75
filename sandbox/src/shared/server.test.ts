import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { startDropbox } from '../dropbox/server.ts';
import { isLoopback } from './server.ts';

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['172.18.0.1', false],
  ['::ffff:172.18.0.1', false],
  ['127.0.0.1.example', false],
  ['fe80::1', false],
  [undefined, false],
])('takes %s for this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

it.skipIf(!address)('refuses control calls from the network, whatever host they name', async () => {
  const dropbox = await startDropbox({ samples: false, address: { host: '0.0.0.0' } });
  const control = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(dropbox.url);
      const headers = { host: `localhost:${port}`, 'x-sandbox-control': '1' };
      request({ host, port, path: '/_control/calls', method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end('{"prefix":""}');
    });
  expect([await control('127.0.0.1'), await control(address!)]).toEqual([200, 403]);
  await dropbox.stop();
});
