import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Recorded, RecordedColumn } from '../../server/src/testing/recording/record-statements.ts';

/** A column of a result, of all runs of statements with the same columns. */
export interface Column extends Pick<RecordedColumn, 'name' | 'type'> {
  /** As a test saw. */
  wasNull: boolean;
  /** As a test saw, or since it is a column of a table that can be null, and the statement doesn't say that it is not. */
  canBeNull: boolean;
}

export type Shape = readonly Column[];

/** What tests ran, as they wrote it down (server/src/testing/recording). */
export interface Recordings {
  /** Whether nothing was recorded at all. */
  isEmpty: boolean;
  /** Results of the statements that a template makes, one of each shape. */
  ofTemplate(chunks: readonly string[]): Shape[];
  /** Columns that a template makes in statements of the query builder. */
  columnsOf(chunks: readonly string[]): Shape[];
  /** What PostgreSQL said of a statement that it only prepared, with values between the chunks. */
  prepared(chunks: readonly string[]): Shape | undefined;
  /** Whether a template is part of a statement that ran. */
  isPart(chunks: readonly string[]): boolean;
  /** Results of the statements with these texts between others. */
  ofText(chunks: readonly string[]): Shape[];
}

const keyOf = (chunks: readonly string[]): string => chunks.join('\0');

export function readRecordings(folder: string): Recordings {
  const statements = new Map<string, { text: string; columns: Column[] }>();
  const templates = new Map<string, { id: string; column: string | undefined }[]>();
  const parts = new Set<string>();
  const prepared = new Map<string, Shape>();
  const lines = linesOf(folder);
  for (const line of lines) {
    if (line.kind === 'part') parts.add(keyOf(line.chunks));
    if (line.kind === 'template') {
      const uses = templates.get(keyOf(line.chunks)) ?? [];
      templates.set(keyOf(line.chunks), [...uses, { id: line.id, column: line.column }]);
    }
    if (line.kind === 'prepared') prepared.set(keyOf(line.chunks), shapeOf(line));
    if (line.kind === 'columns') {
      const known = statements.get(line.id)?.columns;
      statements.set(line.id, { text: line.text, columns: merge(shapeOf(line), known) });
    }
  }
  // A process may have seen a null in what another one described first.
  for (const line of lines) {
    if (line.kind !== 'null') continue;
    for (const column of statements.get(line.id)!.columns) {
      if (column.name !== line.column) continue;
      column.wasNull = true;
      column.canBeNull = true;
    }
  }

  const usesOf = (chunks: readonly string[]) => templates.get(keyOf(chunks)) ?? [];
  const shapesOf = (id: string): Shape[] => {
    const statement = statements.get(id);
    return statement ? [statement.columns] : [];
  };
  return {
    isEmpty: statements.size === 0,
    ofTemplate: (chunks) =>
      distinct(usesOf(chunks).flatMap(({ id, column }) => (column === undefined ? shapesOf(id) : []))),
    columnsOf: (chunks) =>
      distinct(
        usesOf(chunks).flatMap(({ id, column }) =>
          column === undefined ? [] : shapesOf(id).map((shape) => shape.filter(({ name }) => name === column)),
        ),
      ),
    prepared: (chunks) => prepared.get(keyOf(chunks)),
    isPart: (chunks) => parts.has(keyOf(chunks)),
    ofText: (chunks) =>
      distinct([...statements.values()].filter(({ text }) => hasChunks(text, chunks)).map(({ columns }) => columns)),
  };
}

function columnOf({ name, type, nullable }: RecordedColumn, text: string): Column {
  const isExcluded = nullable !== undefined && new RegExp(`\\b${nullable} is not null\\b`).test(text);
  return { name, type, wasNull: false, canBeNull: nullable !== undefined && !isExcluded };
}

/** Of columns with the same name, a row has the last. */
const shapeOf = ({ columns, text }: { columns: RecordedColumn[]; text: string }): Column[] => [
  ...new Map(columns.map((column) => [column.name, columnOf(column, text)])).values(),
];

/** Whether a text consists of these, in this order, with anything between them. */
function hasChunks(text: string, chunks: readonly string[]): boolean {
  const last = chunks.at(-1)!;
  if (chunks.length === 1) return text === last;
  let end = 0;
  for (const [index, chunk] of chunks.slice(0, -1).entries()) {
    const start = text.indexOf(chunk, end);
    if (start === -1 || (index === 0 && start > 0)) return false;
    end = start + chunk.length;
  }
  return text.endsWith(last) && text.length - last.length >= end;
}

function linesOf(folder: string): Recorded[] {
  if (!existsSync(folder)) return [];
  return globSync('*.jsonl', { cwd: folder }).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      // A process that was killed has not ended its last line.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Recorded),
  );
}

/** Shapes with the same columns are one, in which a column can be null if it can in any of them. */
function distinct(shapes: Shape[]): Shape[] {
  const merged = new Map<string, Column[]>();
  for (const shape of shapes) {
    const key = JSON.stringify(shape.map(({ name, type }) => [name, type]));
    merged.set(key, merge(shape, merged.get(key)));
  }
  return [...merged.values()];
}

/** Each column can be null where it can in one of both. */
function merge(shape: Shape, other: Shape = []): Column[] {
  return shape.map((column, index) => ({
    ...column,
    wasNull: column.wasNull || (other[index]?.wasNull ?? false),
    canBeNull: column.canBeNull || (other[index]?.canBeNull ?? false),
  }));
}
