import { expect, it } from 'vitest';
import { readHeaders } from './headers.ts';

/** This test measures time, which depends on the machine. */

const read = (header: string) => readHeaders(Buffer.from(header.replaceAll('\n', '\r\n')), null);

it('reads a header of one endless field quickly', () => {
  const started = process.cpuUsage();
  for (const value of [
    '<'.repeat(250_000),
    '"'.repeat(250_000),
    '=?utf-8?Q?'.repeat(25_000),
    'a,'.repeat(125_000),
    '('.repeat(250_000),
  ])
    for (const name of ['From', 'To', 'Subject', 'References', 'Date', 'Message-ID']) read(`${name}: ${value}\n`);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
});
