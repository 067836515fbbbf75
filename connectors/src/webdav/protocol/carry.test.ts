import { expect, it } from 'vitest';
import { ConnectorError } from '../../kit/errors.ts';
import { createCarry } from './carry.ts';
import type { Gateway } from './gateway.ts';

/** Answers like Apache behind a proxy that terminates TLS: it knows itself by http. */
function apacheBehindProxy(o: { losesAnswers?: boolean } = {}) {
  const destinations: string[] = [];
  const gateway: Pick<Gateway, 'command' | 'propfind'> = {
    async command({ headers }) {
      destinations.push(headers!.destination!);
      return headers!.destination!.startsWith('https:') || o.losesAnswers ? 502 : 201;
    },
    async propfind({ url }) {
      if (o.losesAnswers && destinations.length > 0) throw new ConnectorError('not_found', 'It was moved');
      return { resources: [{ href: url, isCollection: false, props: {} }], url };
    },
  };
  return { carry: createCarry(gateway as Gateway), destinations };
}

const from = 'https://files.example.com/dav/one.txt';
const to = (name: string) => `https://files.example.com/dav/${name}.txt`;

it('names the destination as a server behind TLS knows it, after the first refusal', async () => {
  const { carry, destinations } = apacheBehindProxy();
  for (const name of ['two', 'three'])
    expect(await carry({ method: 'MOVE', from, to: to(name), accept: [201] })).toBe(201);
  expect(destinations).toEqual([
    to('two'),
    'http://files.example.com/dav/two.txt',
    'http://files.example.com/dav/three.txt',
  ]);
});

it('doesn’t repeat a move that may have happened when the proxy lost the answer', async () => {
  const { carry, destinations } = apacheBehindProxy({ losesAnswers: true });
  const moved = carry({ method: 'MOVE', from, to: to('two'), accept: [201] });
  await expect(moved).rejects.toMatchObject({ code: 'unavailable' });
  expect(destinations).toEqual([to('two')]);
});

it('uses no other address for a server that is reached without TLS', async () => {
  const { carry, destinations } = apacheBehindProxy({ losesAnswers: true });
  const moved = carry({ method: 'COPY', from: 'http://localhost/a', to: 'http://localhost/b', accept: [201] });
  await expect(moved).rejects.toMatchObject({ code: 'unavailable' });
  expect(destinations).toEqual(['http://localhost/b']);
});
