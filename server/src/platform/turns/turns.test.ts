import { expect, it } from 'vitest';
import { createTurns, type Turns } from './turns.ts';

/** The keys in the order of their turns; each turn ends when `end` is called. */
function follow({ take }: Turns) {
  const order: string[] = [];
  const open: (() => void)[] = [];
  const ask = (name: string, key: string, wish: Parameters<typeof take>[1] = {}) =>
    take(key, wish).then(
      (leave) => {
        order.push(name);
        open.push(leave);
      },
      (error: Error) => void order.push(`${name} ${error.message}`),
    );
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async () => {
    await settle();
    open.shift()?.();
    await settle();
  };
  return { order, ask, end, settle };
}

it('serves a key that comes later next, however many of another wait', async () => {
  const { order, ask, end } = follow(createTurns({ total: 1 }));
  for (let n = 1; n <= 100; n++) void ask(`A${n}`, 'A');
  void ask('B1', 'B');
  void ask('B2', 'B');
  void ask('C1', 'C');
  for (let n = 0; n < 6; n++) await end();
  expect(order).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3', 'A4']);
});

it('leaves room that one key alone cannot take', async () => {
  const { order, ask, end } = follow(createTurns({ total: 3, perKey: 2 }));
  for (let n = 1; n <= 5; n++) void ask(`A${n}`, 'A');
  await ask('B1', 'B');
  expect(order).toEqual(['A1', 'A2', 'B1']);
  await end();
  expect(order.at(-1)).toBe('A3');
});

it('serves background requests only if nothing else waits', async () => {
  const { order, ask, end } = follow(createTurns({ total: 1 }));
  void ask('first', 'A', { inBackground: true });
  for (let n = 1; n <= 3; n++) void ask(`background ${n}`, 'A', { inBackground: true });
  void ask('A', 'A');
  void ask('B', 'B');
  for (let n = 0; n < 3; n++) await end();
  expect(order).toEqual(['first', 'B', 'A', 'background 1']);
});

it('counts the cost of each, and lets nothing overtake a request that needs more than is free', async () => {
  const { order, ask, end, settle } = follow(createTurns({ total: 10 }));
  void ask('six', 'A', { cost: 6 });
  void ask('all', 'B', { cost: 100 });
  void ask('four', 'C', { cost: 4 });
  void ask('one', 'D', { cost: 1 });
  await settle();
  expect(order).toEqual(['six']);
  await end();
  expect(order).toEqual(['six', 'all']);
  await end();
  expect(order).toEqual(['six', 'all', 'four', 'one']);
});

it('drops the oldest request of the key with the most waiting', async () => {
  const refusal = () => new Error('dropped');
  const { order, ask, end } = follow(createTurns({ total: 1, waiting: 3, newestFirst: true, refusal }));
  for (let n = 1; n <= 4; n++) void ask(`A${n}`, 'A');
  void ask('B1', 'B');
  await end();
  expect(order).toEqual(['A1', 'A2 dropped', 'B1']);
  await end();
  expect(order.at(-1)).toBe('A4');
});

it('removes callers who leave before their turn, and refuses those with too many', async () => {
  const turns = createTurns({ total: 1, waitingPerKey: 2 });
  const { order, ask, end } = follow(turns);
  const leaving = new AbortController();
  void ask('A1', 'A');
  void ask('left', 'A', { signal: leaving.signal });
  void ask('A2', 'A');
  await ask('A3', 'A');
  leaving.abort(new Error('gone'));
  await end();
  expect(order).toEqual(['A1', 'A3 Too many requests at once. Wait a moment.', 'left gone', 'A2']);
  await end();
  expect(turns.keys()).toBe(0);
});
