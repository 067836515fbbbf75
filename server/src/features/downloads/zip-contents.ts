import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { downloadName } from './file-answer.ts';
import type { StoredFile } from './stored-file.queries.ts';
import { namesOfFolder } from './zip-names.ts';

/** How many documents a zip can hold. */
export const maxZipped = 100_000;
const foldersAtOnce = 1_000;
/** Deeper than the listing of any app. Also stops at folders that an app reports as containing each other. */
const deepest = 512;
/** The length of a path has 16 bits in a zip. */
const longestPath = 65_535;
/** For all paths together: in deep folders, every path repeats the names of all folders. */
const maxPathBytes = 32 * 1024 * 1024;

export interface Zipped {
  document_id: string;
  path: string;
  sha256: string | null;
  size: number;
  modified_at: string;
}

export interface Contents {
  entries: Zipped[];
  files: number;
  bytes: number;
  /** Documents without bytes here. */
  skipped: number;
  pathBytes: number;
}

type Row = Pick<StoredFile, 'id' | 'name' | 'kind' | 'exported_as' | 'stored_size'> & {
  parent_id: string | null;
  /** In hex; null if there are no bytes. */
  sha256: string | null;
  modified_at: Date;
};

interface Folder {
  id: string | null;
  path: string;
}

/** SQL: whether the recipient of the zip may have the document with this id. */
export type MayHave = (documentId: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Collects what the recipient may have of these documents and everything inside them, level by level. */
export async function zipContents(
  db: Executor,
  mayHave: MayHave,
  ids: readonly string[],
  max = maxZipped,
): Promise<Contents> {
  const found: Contents = { entries: [], files: 0, bytes: 0, skipped: 0, pathBytes: 0 };
  const left = () => max - found.entries.length - found.skipped;
  let level = place(found, await read(db, mayHave, sql`d.id = any(${ids}::uuid[])`, max), new Map([[null, '']]));
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) throw tooDeep();
    const next: Folder[] = [];
    for (let at = 0; at < level.length; at += foldersAtOnce) {
      const folders = new Map(level.slice(at, at + foldersAtOnce).map(({ id, path }) => [id, path]));
      const inside = sql`d.parent_id = any(${[...folders.keys()]}::uuid[])`;
      next.push(...place(found, await read(db, mayHave, inside, left()), folders));
    }
    level = next;
  }
  return found;
}

const tooDeep = () =>
  new AppError('conflict', 'These folders are nested too deeply for a zip. Choose one further down.');

export const tooMany = () => new AppError('conflict', 'A zip can hold up to 100,000 documents. Choose fewer.');

async function read(db: Executor, mayHave: MayHave, which: ReturnType<typeof sql>, max: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.parent_id, d.name, d.kind, d.exports->>0 as exported_as, d.stored_size, d.modified_at,
      case when d.content = 'stored' then encode(d.sha256, 'hex') end as sha256
    from documents d where ${which} and ${mayHave(sql`d.id`)} order by d.parent_id, d.name_key, d.id limit ${max + 1}`.execute(
    db,
  );
  if (rows.length > max) throw tooMany();
  return rows;
}

/** Adds rows with their paths in their parent folders or at the top level, and returns the folders among them. */
function place(found: Contents, rows: readonly Row[], parents: ReadonlyMap<string | null, string>): Folder[] {
  const names = new Map<string, (name: string) => string>();
  const folders: Folder[] = [];
  for (const row of rows) {
    if (row.kind !== 'folder' && row.sha256 === null) {
      found.skipped += 1;
      continue;
    }
    const parent = parents.get(row.parent_id) ?? '';
    if (!names.has(parent)) names.set(parent, namesOfFolder());
    const path = parent + names.get(parent)!(downloadName(row)) + (row.kind === 'folder' ? '/' : '');
    const length = Buffer.byteLength(path);
    found.pathBytes += length;
    if (length > longestPath || found.pathBytes > maxPathBytes) throw tooDeep();
    const size = row.kind === 'folder' ? 0 : row.stored_size!;
    found.entries.push({
      document_id: row.id,
      path,
      sha256: row.sha256,
      size,
      modified_at: row.modified_at.toISOString(),
    });
    if (row.kind === 'folder') folders.push({ id: row.id, path });
    else [found.files, found.bytes] = [found.files + 1, found.bytes + size];
  }
  return folders;
}
