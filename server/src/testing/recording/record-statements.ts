import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PostgresQueryCompiler } from 'kysely';
import pg from 'pg';

/** Columns of tables that can be null: their names, by the oid of the table and the number of the column. */
export type Catalog = Record<string, string>;

export interface RecordedColumn {
  name: string;
  /** The oid of its type. */
  type: number;
  /** The name in its table of a column that can be null. */
  nullable: string | undefined;
}

/** A line's facts about the statement with this id. */
export type Recorded =
  | { kind: 'columns'; id: string; text: string; columns: RecordedColumn[] }
  /** A value of this column was null. */
  | { kind: 'null'; id: string; column: string }
  /** Made from a template of `sql`: the whole statement, or the column of that name. */
  | { kind: 'template'; id: string; chunks: readonly string[]; column?: string }
  /** Part of another statement, without a result of its own. */
  | { kind: 'part'; chunks: readonly string[] }
  /** The columns that the statement between values would return; it never ran. */
  | { kind: 'prepared'; chunks: readonly string[]; text: string; columns: RecordedColumn[] };

export const catalogFile = 'catalog.json';

export const readCatalog = (folder: string): Catalog =>
  JSON.parse(readFileSync(path.join(folder, catalogFile), 'utf8'));

export const writeLine = (folder: string, line: Recorded): void =>
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);

/** Without a catalog, nothing is known of the tables. */
export const columnsOf = (fields: readonly pg.FieldDef[], catalog: Catalog = {}): RecordedColumn[] =>
  fields.map(({ name, tableID, columnID, dataTypeID }) => ({
    name,
    type: dataTypeID,
    nullable: catalog[`${tableID}.${columnID}`],
  }));

/**
 * Writes to the folder what PostgreSQL says about the result of every statement that this process runs on connections
 * opened from now on, and what the statement was made from. Returns a function that stops recording.
 */
export function recordStatements(folder: string): () => void {
  const write = (line: Recorded) => writeLine(folder, line);
  const undo = [
    recordResults(pg.Client.prototype as unknown as ClientInside, readCatalog(folder), write),
    recordTemplates(PostgresQueryCompiler.prototype as unknown as CompilerInside, write),
  ];
  return () => {
    for (const end of undo) end();
  };
}

type Write = (line: Recorded) => void;

/** Methods of a client that its declaration omits. */
const activeQuery = '_getActiveQuery';
const onDescription = '_handleRowDescription';
const onRow = '_handleDataRow';

interface ClientInside {
  database: string;
  [activeQuery](): { text?: string } | null;
  [onDescription](message: { fields: pg.FieldDef[] }): void;
  [onRow](message: { fields: (string | null)[] }): void;
}

interface KnownResult {
  id: string;
  names: string[];
  wasNull: boolean[];
}

const idOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16);

/** Sees every answer of PostgreSQL. */
function recordResults(client: ClientInside, catalog: Catalog, write: Write): () => void {
  const ofCopies = new Map<string, KnownResult>();
  const ofOthers = new Map<string, KnownResult>();
  const current = new WeakMap<ClientInside, KnownResult>();

  const describe = client[onDescription];
  client[onDescription] = function (message) {
    const text = this[activeQuery]()?.text;
    current.delete(this);
    if (text !== undefined) {
      // In databases that are no copies of the template, the same oids may belong to other tables.
      const isCopy = this.database.startsWith('test_');
      const known = isCopy ? ofCopies : ofOthers;
      const result = known.get(text) ?? note(text, columnsOf(message.fields, isCopy ? catalog : {}));
      known.set(text, result);
      current.set(this, result);
    }
    return describe.call(this, message);
  };

  const handleRow = client[onRow];
  client[onRow] = function (message) {
    const result = current.get(this);
    if (result) {
      const { names, wasNull } = result;
      for (let index = 0; index < names.length; index++) {
        if (message.fields[index] !== null || wasNull[index]) continue;
        wasNull[index] = true;
        write({ kind: 'null', id: result.id, column: names[index]! });
      }
    }
    return handleRow.call(this, message);
  };

  return () => Object.assign(client, { [onDescription]: describe, [onRow]: handleRow });

  function note(text: string, columns: RecordedColumn[]): KnownResult {
    const id = idOf(text);
    write({ kind: 'columns', id, text, columns });
    return { id, names: columns.map(({ name }) => name), wasNull: columns.map(() => false) };
  }
}

interface CompilerInside {
  compileQuery(node: Node, id: unknown): { sql: string };
}

interface Node {
  kind: string;
  /** The chunks of a template; for other raw SQL, a new array. */
  sqlFragments?: readonly string[] & { raw?: unknown };
  parameters?: readonly Node[];
  node?: Node;
  alias?: Node;
  name?: string;
  selection?: Node;
  selections?: readonly Node[];
  returning?: Node;
}

/** Which templates a statement is made from: the chunks of a template are one array, the same for every call. */
function recordTemplates(compiler: CompilerInside, write: Write): () => void {
  const texts = new Set<string>();
  const roots = new Map<readonly string[], Set<string>>();
  const parts = new Set<readonly string[]>();

  const compile = compiler.compileQuery;
  compiler.compileQuery = function (root, id) {
    const compiled = compile.call(this, root, id);
    if (root.sqlFragments) noteRoot(root, root.sqlFragments, compiled.sql);
    else if (!texts.has(compiled.sql)) {
      texts.add(compiled.sql);
      noteColumns(root, compiled.sql);
      noteParts(root);
    }
    return compiled;
  };
  return () => Object.assign(compiler, { compileQuery: compile });

  function noteRoot(root: Node, chunks: readonly string[], text: string): void {
    const seen = roots.get(chunks) ?? new Set();
    roots.set(chunks, seen);
    if (seen.has(text)) return;
    seen.add(text);
    write({ kind: 'template', id: idOf(text), chunks });
    noteParts(root.parameters);
  }

  function noteColumns(root: Node, text: string): void {
    for (const { selection } of [...(root.selections ?? []), ...(root.returning?.selections ?? [])]) {
      if (selection?.kind !== 'AliasNode' || !selection.node?.sqlFragments) continue;
      const { name } = selection.alias ?? {};
      if (name) write({ kind: 'template', id: idOf(text), chunks: selection.node.sqlFragments, column: name });
    }
  }

  function noteParts(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const element of value) noteParts(element);
      return;
    }
    const node = value as Node;
    // Values that are sent along can be anything.
    if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
    if (node.sqlFragments?.raw && !parts.has(node.sqlFragments)) {
      parts.add(node.sqlFragments);
      write({ kind: 'part', chunks: node.sqlFragments });
    }
    for (const child of Object.values(node)) noteParts(child);
  }
}
