import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { RemoteId, RemoteItem, Scope } from '../session.ts';
import { bytesOf } from './samples.ts';
import { expectFailure, type Suite } from './suite.ts';
import { send } from './uploads.ts';
import type { Fault, FaultAction } from './world.ts';

const { signal } = new AbortController();
const cutAfter = (afterBytes: number): FaultAction => ({ kind: 'cut', afterBytes });

/** Tests that temporary faults do no harm: the call is retried, and nothing happens twice. */
export function describeRecovery(suite: () => Suite): void {
  const opened = (token: AccountContext['token']) => suite().connector.open({ ...suite().world.account, token });

  describe('recovers', () => {
    let folder: Scope;
    let below: RemoteId[];
    const faults = () => suite().world.failing!;
    afterEach(() => faults().clearFaults());

    /** Fails unless the work runs into the fault. */
    async function during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
      const { method, path, nth = 1 } = fault;
      const calls = () => faults().calls({ prefix: `${method} ${path}` });
      const before = calls();
      faults().fail(fault);
      const result = await work();
      expect(calls() - before, `calls of ${path}`).toBeGreaterThanOrEqual(nth);
      return result;
    }

    async function listed(scope: Scope, session = suite().session): Promise<RemoteId[]> {
      const ids = new Set<RemoteId>();
      for await (const { items } of session.files!.enumerate(scope, { from: null, signal }))
        for (const { id } of items) ids.add(id);
      return [...ids].sort();
    }

    beforeAll(async () => {
      const { outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      folder = { mode: 'selected', roots: [id] };
      for (const name of ['one', 'two', 'three', 'four']) {
        await outside.mkdir([...path, name]);
        for (let file = 0; file < 12; file++) await outside.write([...path, name, `${file}.txt`], bytesOf(file));
      }
      below = await listed(folder);
      expect(below.length).toBeGreaterThanOrEqual(4 * 13);
    });

    it.each<[string, FaultAction]>([
      ['a rate limit', { kind: 'status', status: 429, retryAfter: 0 }],
      ['a busy service', { kind: 'status', status: 503, retryAfter: 0 }],
      ['a failing service', { kind: 'status', status: 500 }],
      ['a page that is no JSON', { kind: 'garbage' }],
      ['a page cut in its middle', cutAfter(40)],
    ])('a listing from %s', async (_, action) => {
      const fault = { method: 'GET', path: faults().paths.list, nth: 2, action } as const;
      expect(await during(fault, () => listed(folder))).toEqual(below);
    });

    it.each([
      ['a folder', 'list'],
      ['everything', 'listAll'],
    ] as const)('a listing of %s whose token ends on the way, with one new token', async (_, what) => {
      const scope: Scope = what === 'list' ? folder : { mode: 'all' };
      const expected = await listed(scope);
      const fresh = new Set<string>();
      const session = opened(async (asked) => {
        const token = await suite().world.account.token(asked);
        if (asked) fresh.add(token);
        return token;
      });
      const fault = { method: 'GET', path: faults().paths[what], nth: 2, action: { kind: 'expire-token' } } as const;
      expect(await during(fault, () => listed(scope, session))).toEqual(expected);
      expect(fresh.size).toBe(1);
    });

    it('a download that was cut off, from where it stopped', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      const bytes = bytesOf(3_000_000, 3);
      await outside.write([...path, 'large.bin'], bytes);
      const { id } = await find([...path, 'large.bin']);
      const fault = { method: 'GET', path: faults().paths.download, action: cutAfter(1_000_000) } as const;
      const pieces: Buffer[] = [];
      const { body } = await during(fault, () => files.download(id));
      const read = async () => {
        for await (const piece of body) pieces.push(Buffer.from(piece));
      };
      await expectFailure(read(), 'unavailable');
      const start = Buffer.concat(pieces).length;
      expect(start).toBeLessThan(bytes.length);
      const rest = await files.download(id, { range: { start } });
      expect(rest.startsAt).toBe(start);
      expect(Buffer.concat([...pieces, ...(await rest.body.toArray())]).equals(bytes)).toBe(true);
      const end = await files.download(id, { range: { start: bytes.length } });
      expect(await end.body.toArray()).toEqual([]);
    });

    it.each(['mkdir', 'copy'] as const)('a lost answer to a %s, without a duplicate', async (what) => {
      const { writes, outside, freshFolder } = suite();
      const [from, to] = [await freshFolder(), await freshFolder()];
      const original = await send(writes, from.id, 'original.txt', bytesOf(10));
      const fault = { method: 'POST', path: faults().paths[what], action: cutAfter(0) } as const;
      const made: RemoteItem = await during(fault, () =>
        what === 'mkdir'
          ? writes.mkdir(to.id, 'only one')
          : writes.copy!(original.id, { parentId: to.id, name: 'only one' }),
      );
      expect((await outside.list(to.path)).map(({ path }) => path.at(-1))).toEqual(['only one']);
      expect((await suite().files.stat(made.id)).name).toBe('only one');
    });
  });

  it('nothing if a new token is refused too or missing', async () => {
    await expectFailure(opened(async () => 'invented').identity(), 'auth_revoked');
    const gone = new ConnectorError('auth_revoked', 'gone');
    const withdrawn = opened((asked) => (asked ? Promise.reject(gone) : Promise.resolve('invented')));
    await expect(withdrawn.identity()).rejects.toBe(gone);
  });
}
