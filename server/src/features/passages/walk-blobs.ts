import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** A position in the order of all stored contents. */
export interface BlobPlace {
  organizationId: string;
  /** In hexadecimal. */
  sha256: string;
}

const beginning: BlobPlace = { organizationId: '00000000-0000-0000-0000-000000000000', sha256: '' };
const pageSize = 1_000;
const sliceMs = 60_000;

/** Handles as many pages as a slice has time for. Returns where the next slice resumes; undefined at the end. */
export async function walkBlobs(
  after: BlobPlace = beginning,
  takePage: (after: BlobPlace) => Promise<BlobPlace | null>,
  signal: AbortSignal,
): Promise<BlobPlace | undefined> {
  const end = Date.now() + sliceMs;
  let next: BlobPlace | null = after;
  while (next && Date.now() < end) {
    signal.throwIfAborted();
    next = await takePage(next);
  }
  return next ?? undefined;
}

/** SQL: the contents after a position; `lastOfPage` selects where they end. */
export const pageOfBlobs = (after: BlobPlace): RawBuilder<unknown> => sql`
  select b.organization_id, b.sha256, b.touched_at from blobs b
  where (b.organization_id, b.sha256) > (${after.organizationId}::uuid, decode(${after.sha256}, 'hex'))
  order by b.organization_id, b.sha256 limit ${pageSize}`;

/** SQL: the end of a CTE named `page`. */
export const lastOfPage = sql<BlobPlace | null>`(
  select jsonb_build_object('organizationId', organization_id, 'sha256', encode(sha256, 'hex')) from page
  order by organization_id desc, sha256 desc limit 1)`;
