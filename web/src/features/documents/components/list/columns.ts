import type { Document } from '@sheaf/contract';

/** The columns of the list after the name, in their order. */
export const columnNames = {
  labels: 'Labels',
  owner: 'Owner',
  type: 'Type',
  location: 'Location',
  updated_at: 'Last update',
  size: 'Size',
  deleted: 'Deleted for good on',
} as const;
export type Column = keyof typeof columnNames;
const columns = Object.keys(columnNames) as Column[];
/** The columns that people can choose; the other one is always shown in the trash, and only there. */
export const choosable = columns.filter((column) => column !== 'deleted');

/** The person’s decisions: always shown, or never. Other columns are shown when they add information. */
export type ColumnChoice = Readonly<Partial<Record<Column, boolean>>>;

interface Place {
  /** The documents come from several folders. */
  flat: boolean;
  /** The label or collection of the page. */
  of?: string;
}

type Row = Pick<Document, 'own' | 'labels' | 'size' | 'updated_at' | 'deleted'>;

/** Leaves out columns that are empty or the same in every row. */
const saysSomething: Record<Column, (documents: readonly Row[], place: Place) => boolean> = {
  location: (_documents, { flat }) => flat,
  labels: (documents, { of }) => documents.some(({ labels }) => labels.some(({ id }) => id !== of)),
  owner: (documents) => documents.some(({ own }) => !own),
  type: () => false,
  updated_at: (documents) => documents.some(({ updated_at }) => updated_at !== null),
  size: (documents) => documents.some(({ size, deleted }) => size !== null || deleted !== null),
  deleted: (documents) => documents.some(({ deleted }) => deleted !== null),
};

/** The columns for these documents. */
export function shownColumns(documents: readonly Row[], place: Place, choice: ColumnChoice): Column[] {
  return columns.filter((column) => choice[column] ?? saysSomething[column](documents, place));
}

/** The stored choice may be from an older version, or damaged. */
export function readChoice(stored: string | null): ColumnChoice {
  const shown = new Map((stored ?? '').split(' ').map((word) => [word.slice(1), word.startsWith('+')]));
  return Object.fromEntries(choosable.flatMap((column) => (shown.has(column) ? [[column, shown.get(column)]] : [])));
}

export const writeChoice = (choice: ColumnChoice): string =>
  columns
    .flatMap((column) => (choice[column] === undefined ? [] : [`${choice[column] ? '+' : '-'}${column}`]))
    .join(' ');
