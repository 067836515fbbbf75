import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { joinLive } from '../links/index.ts';

export interface LiveLink {
  id: string;
  organization_id: string;
  document_id: string;
  password_hash: string | null;
  password_version: number;
  downloads: boolean;
}

const columns = sql`l.id, l.organization_id, l.document_id, l.password_hash, l.password_version, l.downloads`;

/** Finds the link by the hash of the secret in its address; undefined if it doesn't work. */
export async function findByToken(db: Executor, token: string): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`select ${columns} from public_links l ${joinLive}
    where l.token_hash = ${tokenHash(token)}`.execute(db);
  return rows[0];
}

export const isLinkLive = async ({ db }: Services, token: string): Promise<boolean> =>
  (await findByToken(db, token)) !== undefined;
