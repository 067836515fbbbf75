import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { Cursor, RemoteId, RemoteItem, Scope, Session } from '../session.ts';
import { type Fault, faults, faultyAccount, notFound } from './faulty-account.ts';
import { Mirror } from './mirror.ts';
import type { Suite } from './suite.ts';

const encoder = new TextEncoder();
const { signal } = new AbortController();
/** Longer than any connector waits before it checks what rarely changes. */
const LATER_MS = 25 * 3_600_000;

/**
 * Tests that unreadable items count as unknown, never as deleted: whichever call fails, a listing or a feed either
 * fails with it or reports the part.
 */
export function describeFailing(suite: () => Suite): void {
  describe('deletes nothing when a call of', () => {
    const everything: Scope = { mode: 'all' };
    let selected: Scope;
    const stored = new Mirror();
    let before: Cursor | undefined;
    let after: Cursor | undefined;
    beforeAll(async () => {
      const { files, outside, freshFolder } = suite();
      const { path, id } = await freshFolder();
      for (const inner of ['one', 'two']) {
        await outside.mkdir([...path, inner]);
        await outside.write([...path, inner, 'file.txt'], encoder.encode(inner));
      }
      selected = { mode: 'selected', roots: [id] };
      before = await files.changes?.start(everything);
      for await (const batch of files.enumerate(everything, { from: null, signal })) stored.take(batch);
      await outside.write([...path, 'one', 'later.txt'], encoder.encode('later'));
      if (before) for await (const { changes } of files.changes!.since(before, signal)) stored.apply(changes);
      else for await (const batch of files.enumerate(selected, { from: null, signal })) stored.take(batch);
      after = await files.changes?.start(everything);
    });

    it.each(faults)('a listing of everything has $name', (fault) =>
      tryAll(fault, (opened) => list(opened, everything)),
    );

    // Sources answer 404 to the request for one item when it is gone.
    it.each(faults.filter((fault) => fault !== notFound))('a listing of a folder has $name', (fault) =>
      tryAll(fault, (opened) => list(opened, selected)),
    );

    it.each(faults)('its change feed has $name', async (fault) => {
      const from = fault === notFound ? after : before;
      if (from) await tryAll(fault, (opened) => follow(opened, from), { isLater: true });
    });

    /** Runs the work once for each kind of call that it makes, with the fault in that call. */
    async function tryAll(
      fault: Fault,
      work: (opened: Session) => Promise<RemoteItem[]>,
      { isLater } = { isLater: false },
    ): Promise<void> {
      const { connector, world } = suite();
      const now = new Date(Date.now() + LATER_MS);
      const run = async (account: AccountContext) => {
        const session = connector.open(isLater ? { ...account, now: () => now } : account);
        return work(session).finally(() => session[Symbol.asyncDispose]());
      };
      const whole = faultyAccount(world.account, null);
      expect(await run(whole)).toEqual([]);
      for (const call of some([...whole.made])) {
        const gone = await run(faultyAccount(world.account, { call, fault })).catch((error: unknown) => {
          expect(error, `${call}: ${String(error)}`).toBeInstanceOf(ConnectorError);
          return [];
        });
        expect(gone.slice(0, 3).map(({ name }) => `${call}: ${name}`)).toEqual([]);
      }
    }

    /** Returns the stored items in scope that would count as deleted after this listing. */
    async function list({ files }: Session, scope: Scope): Promise<RemoteItem[]> {
      const known = new Set<RemoteId>();
      const isKnown = (id: RemoteId) => known.has(id);
      const inScope = [...stored.items.values()].filter(({ id }) => isInside(id, scope)).sort(byId);
      const unseen = async (last: RemoteId | null) =>
        inScope.filter(({ id }) => !isKnown(id) && (last === null || id > last)).map(({ id }) => id);
      for await (const batch of files!.enumerate(scope, { from: null, signal, unseen })) {
        for (const { id } of batch.items) known.add(id);
        for (const top of [...batch.unchanged, ...batch.failures.map(({ id }) => id)])
          for (const { id } of inScope) if (id === top || stored.isBelow(id, top)) known.add(id);
      }
      return inScope.filter(({ id }) => !isKnown(id));
    }

    async function follow({ files }: Session, from: Cursor): Promise<RemoteItem[]> {
      const mirror = new Mirror().take({ items: [...stored.items.values()] });
      for await (const { changes } of files!.changes!.since(from, signal)) mirror.apply(changes);
      return [...stored.items.values()].filter(({ id }) => !mirror.items.has(id));
    }

    const isInside = (id: RemoteId, scope: Scope) =>
      scope.mode === 'all' || scope.roots.some((root) => id === root || stored.isBelow(id, root));
  });
}

const byId = (a: RemoteItem, b: RemoteItem) => (a.id < b.id ? -1 : 1);

/** The first calls, which are about the account, and some of the others: calls for single folders are much alike. */
const some = (calls: readonly string[]) => calls.filter((_, at) => at < 8 || at % Math.ceil(calls.length / 6) === 0);
