import type { Pool } from '../../../db/pool.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { checkContents, checkPictures } from './check-contents.ts';
import { checkOrphans, checkRows } from './check-orphans.ts';
import { createProblems, type Problems } from './problems.ts';

interface Workspace {
  id: string;
  name: string;
  members: number;
  accounts: number;
  documents: number;
  contents: number;
  bytes: number;
}

interface CheckReport {
  clean: boolean;
  workspaces: Workspace[];
  problems: Problems;
}

/**
 * Checks that everything the database refers to exists and is intact, and that there is nothing else. Changes nothing,
 * and can run beside Sheaf.
 */
export async function checkInstallation(
  { pool, blobs }: { pool: Pool; blobs: BlobStore },
  { quick = false } = {},
): Promise<CheckReport> {
  const problems = createProblems();
  await checkContents(pool, blobs, problems, quick);
  await checkPictures(pool, blobs, problems);
  await checkOrphans(pool, blobs, problems);
  await checkRows(pool, problems);
  const clean = Object.values(problems.counts).every((count) => count === 0);
  return { clean, problems, workspaces: await countWorkspaces(pool) };
}

async function countWorkspaces(pool: Pool): Promise<Workspace[]> {
  const { rows } = await pool.query<Workspace>(
    `select o.id, o.name,
       (select count(*) from membership_rows m where m.organization_id = o.id) as members,
       (select count(*) from source_accounts a where a.organization_id = o.id) as accounts,
       (select count(*) from documents d where d.organization_id = o.id and d.deleted_at is null) as documents,
       (select count(*) from blobs b where b.organization_id = o.id) as contents,
       (select coalesce(sum(size), 0)::bigint from blobs b where b.organization_id = o.id) as bytes
     from organizations o order by o.id`,
  );
  return rows;
}

const kinds = {
  missing: 'Contents that are missing',
  damaged: 'Contents that are damaged',
  unused: 'Files in the store that nothing refers to',
  row: 'Rows that don’t belong to anything',
} as const;

/** The report as lines for a terminal. */
export function reportLines({ clean, workspaces, problems }: CheckReport): string[] {
  const number = (value: number) => value.toLocaleString('en');
  const several = (value: number, what: string) => `${number(value)} ${what}${value === 1 ? '' : 's'}`;
  const found = Object.entries(kinds).flatMap(([kind, meaning]) => {
    const count = problems.counts[kind as keyof typeof kinds];
    const named = problems.named[kind as keyof typeof kinds];
    if (count === 0) return [];
    const more = count > named.length ? [`  and ${number(count - named.length)} more`] : [];
    return [`${meaning}: ${number(count)}`, ...named.map((what) => `  ${what}`), ...more];
  });
  return [
    ...workspaces.map(
      ({ id, name, members, accounts, documents, contents, bytes }) =>
        `${name} (${id}): ${several(members, 'member')}, ${several(accounts, 'account')}, ${several(documents, 'document')}, ${several(contents, 'content')} with ${several(bytes, 'byte')}`,
    ),
    ...found,
    clean ? 'Everything is there, and as it should be.' : 'Something is wrong: see above.',
  ];
}
