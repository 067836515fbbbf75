import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Recorded, RecordedColumn } from '../../server/src/testing/recording/record-statements.ts';

/** A column of a result, over all runs of statements with the same columns. */
export interface Column extends Pick<RecordedColumn, 'name' | 'type'> {
  /** A test saw a null. */
  wasNull: boolean;
  /** A test saw a null, or it is a nullable column of a table and the statement doesn't exclude nulls. */
  canBeNull: boolean;
}

export type Shape = readonly Column[];

/** The statements that tests ran, as they recorded them (server/src/testing/recording). */
export interface Recordings {
  /** Whether nothing was recorded at all. */
  isEmpty: boolean;
  /** Results of the statements made from a template, one of each shape. */
  ofTemplate(chunks: readonly string[]): Shape[];
  /** Columns that a template makes in statements of the query builder. */
  columnsOf(chunks: readonly string[]): Shape[];
  /** PostgreSQL's description of a statement that was only prepared, with values between the chunks. */
  prepared(chunks: readonly string[]): Shape | undefined;
  /** Whether a template is part of a statement that ran. */
  isPart(chunks: readonly string[]): boolean;
  /** Results of the statements that contain these texts. */
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
  // A process may have seen a null in a column that another one described first.
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

/** If columns have the same name, a row has the last one. */
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
      // The last line of a killed process is incomplete.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Recorded),
  );
}

/** Shapes with the same columns are merged; a column can be null if it can in any of them. */
function distinct(shapes: Shape[]): Shape[] {
  const merged = new Map<string, Column[]>();
  for (const shape of shapes) {
    const key = JSON.stringify(shape.map(({ name, type }) => [name, type]));
    merged.set(key, merge(shape, merged.get(key)));
  }
  return [...merged.values()];
}

/** Each column can be null if it can in one of both. */
function merge(shape: Shape, other: Shape = []): Column[] {
  return shape.map((column, index) => ({
    ...column,
    wasNull: column.wasNull || (other[index]?.wasNull ?? false),
    canBeNull: column.canBeNull || (other[index]?.canBeNull ?? false),
  }));
}
