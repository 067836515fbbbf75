import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { addCopiedJobs, copiedJobs } from '../../../jobs/graphile-tables.ts';
import { BackupError } from '../archive/format.ts';
import { damaged, type Part, piecesOfEntry } from '../archive/notes.ts';
import { listTables, type Sequence } from './list-tables.ts';

type Parts = AsyncGenerator<Part>;

/**
 * Fills empty tables in one transaction. Triggers are off, since the rows they would write are in the backup too.
 * Foreign keys are dropped, and added again at the end, which checks them all at once.
 */
export async function loadTables(client: pg.Client, parts: Parts): Promise<void> {
  await client.query('begin');
  await client.query(
    'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const tables = await listTables(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    if (part.value.kind !== 'begin') throw damaged();
    await loadEntry(client, parts, part.value.note, new Set(tables.map(({ name }) => name)));
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
  await client.query('analyze');
}

async function loadEntry(
  client: pg.Client,
  parts: Parts,
  note: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Promise<void> {
  if (note.jobs) {
    await client.query(copiedJobs);
    await copyIn(client, 'copied_jobs', parts);
    await client.query(addCopiedJobs);
    return;
  }
  if (note.sequences) {
    for (const sequence of note.sequences as Sequence[]) await continueNumbers(client, sequence);
    await parts.next();
    return;
  }
  const { table, columns } = note as { table: string; columns: string[] };
  if (!known.has(table)) throw new BackupError(`The backup has a table ${table} that this version doesn’t know.`);
  await copyIn(client, `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`, parts);
}

async function copyIn(client: pg.Client, target: string, parts: Parts): Promise<void> {
  await pipeline(piecesOfEntry(parts), client.query(copyFrom(`copy ${target} from stdin`)));
}

async function continueNumbers(client: pg.Client, { table, column, last }: Sequence): Promise<void> {
  if (last > 0)
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)', [table, column, last]);
}

async function listForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conrelid::regclass::text, conname`,
  );
  return rows;
}
