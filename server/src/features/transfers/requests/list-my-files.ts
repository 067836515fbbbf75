import { type MyFiles, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { myFiles } from '../../my-files/index.ts';
import { sourceName } from '../../sources/index.ts';

const max = 100;

/** Creates My files if needed, so that a transfer can bring the first file. */
export async function listMyFiles({ db }: Services, viewer: Member): Promise<MyFiles[]> {
  const own = await myFiles(db, viewer);
  const { rows } = await sql<Omit<MyFiles, 'source'>>`select id, name, files from source_accounts
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id} and source = ${uploadsSource}
    order by id = ${own} desc, name limit ${max}`.execute(db);
  return rows.map((row) => ({ ...row, source: { slug: uploadsSource, name: sourceName(uploadsSource) } }));
}
