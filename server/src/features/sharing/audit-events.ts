import type { SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { inLists, type Recorded } from '../audit/index.ts';
import type { Added } from './sharing.queries.ts';

/** One event for each document, with everyone who can see it from now on. */
export function sharedEvents(
  added: readonly Pick<Added, 'document_id' | 'document' | 'principal'>[],
  permission: SharePermission,
): Recorded[] {
  const byDocument = Map.groupBy(added, ({ document_id }) => document_id);
  return [...byDocument].flatMap(([id, shares]) =>
    inLists(shares.map(({ principal }) => principal)).map((names) => ({
      action: 'shared' as const,
      object: { kind: 'document' as const, id, name: shares[0]!.document },
      details: { with: names, permission },
    })),
  );
}

export async function unsharedEvents(tx: Executor, ids: readonly string[], whose: string): Promise<Recorded[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from documents
    where id = any(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ id, name }) => ({
    action: 'unshared',
    object: { kind: 'document', id, name },
    details: { with: [whose] },
  }));
}
