import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { RemoteId, RemoteItem, Scope } from '../session.ts';
import { bytesOf } from './samples.ts';
import { expectFailure, type Suite } from './suite.ts';
import { send } from './uploads.ts';
import type { FaultAction } from './world.ts';

const { signal } = new AbortController();

/** What passes does no harm: it is tried again, in time and once. */
export function describeRecovery(suite: () => Suite): void {
  describe('recovers', () => {
    let scope: Scope;
    let all: RemoteId[];
    const faults = () => suite().world.failing!;
    const opened = (token: AccountContext['token']) => suite().connector.open({ ...suite().world.account, token });
    async function listed(session = suite().session): Promise<RemoteId[]> {
      const ids = new Set<RemoteId>();
      for await (const { items } of session.files!.enumerate(scope, { from: null, signal }))
        for (const { id } of items) ids.add(id);
      return [...ids].sort();
    }

    beforeAll(async () => {
      const { outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      scope = { mode: 'selected', roots: [id] };
      for (const folder of ['one', 'two', 'three', 'four']) {
        await outside.mkdir([...path, folder]);
        for (let file = 0; file < 12; file++) await outside.write([...path, folder, `${file}.txt`], bytesOf(file));
      }
      all = await listed();
      expect(all.length).toBeGreaterThanOrEqual(4 * 13);
    });

    it.each<[string, FaultAction]>([
      ['a rate limit', { kind: 'status', status: 429, retryAfter: 0 }],
      ['a busy service', { kind: 'status', status: 503, retryAfter: 0 }],
      ['a failing service', { kind: 'status', status: 500 }],
      ['a page that is no JSON', { kind: 'garbage' }],
      ['a page cut in its middle', { kind: 'cut', afterBytes: 40 }],
    ])('a listing from %s', async (_, action) => {
      faults().fail({ method: 'GET', path: faults().paths.list, nth: 2, action });
      expect(await listed()).toEqual(all);
    });

    it('a listing whose token ends on the way, with one new token', async () => {
      const fresh = new Set<string>();
      const session = opened(async (asked) => {
        const token = await suite().world.account.token(asked);
        if (asked) fresh.add(token);
        return token;
      });
      faults().fail({ method: 'GET', path: faults().paths.list, nth: 2, action: { kind: 'expire-token' } });
      expect(await listed(session)).toEqual(all);
      expect(fresh.size).toBe(1);
    });

    it('a download that was cut, from where it stopped', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      const bytes = bytesOf(3_000_000, 3);
      await outside.write([...path, 'large.bin'], bytes);
      const { id } = await find([...path, 'large.bin']);
      faults().fail({ path: faults().paths.download, action: { kind: 'cut', afterBytes: 1_000_000 } });
      const pieces: Buffer[] = [];
      const { body } = await files.download(id);
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

    it.each(['mkdir', 'copy'] as const)('a lost answer to a %s, and makes nothing twice', async (what) => {
      const { writes, outside, freshFolder } = suite();
      const [from, to] = [await freshFolder(), await freshFolder()];
      const original = await send(writes, from.id, 'original.txt', bytesOf(10));
      faults().fail({ method: 'POST', path: faults().paths[what], action: { kind: 'cut', afterBytes: 0 } });
      const made: RemoteItem =
        what === 'mkdir'
          ? await writes.mkdir(to.id, 'only one')
          : await writes.copy!(original.id, { parentId: to.id, name: 'only one' });
      expect((await outside.list(to.path)).map(({ path }) => path.at(-1))).toEqual(['only one']);
      expect((await suite().files.stat(made.id)).name).toBe('only one');
    });

    it('nothing where a new token is refused too, or there is none', async () => {
      await expectFailure(opened(async () => 'invented').identity(), 'auth_revoked');
      const gone = new ConnectorError('auth_revoked', 'gone');
      const withdrawn = opened((asked) => (asked ? Promise.reject(gone) : Promise.resolve('invented')));
      await expect(withdrawn.identity()).rejects.toBe(gone);
    });
  });
}
