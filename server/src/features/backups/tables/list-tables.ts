import type { ClientBase } from 'pg';

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/**
 * These describe this installation and not its data, or are valid only briefly. Unlogged tables are left out as well.
 */
const leftOut = ['schema_migrations', 'worker_heartbeats', 'installation_key', 'blob_holds', 'backups'];

export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> all ($1) group by c.relname order by c.relname`,
    [leftOut],
  );
  return rows;
}

/** Names of all migrations that the database has applied. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_migrations where name not like 'functions/%' order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

export interface Sequence {
  table: string;
  column: string;
  last: number;
}

/** The positions of sequences of identity columns; 0 if unused. */
export async function listSequences(client: ClientBase, tables: readonly Table[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)`,
    [tables.map(({ name }) => name)],
  );
  const found: Sequence[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: values } = await client.query<{ last: number }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    );
    found.push({ table, column, last: values[0]!.last });
  }
  return found;
}
