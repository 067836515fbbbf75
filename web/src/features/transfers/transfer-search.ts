import type { Transfer } from '@sheaf/contract';

/** The most documents an address can hold; more are kept only while the page is open. */
export const DOCUMENTS_IN_ADDRESS = 100;

/** The query of the transfer page: a draft, or a running transfer. */
export interface TransferSearch {
  /** The open transfer; everything else is for a new one. */
  transfer?: string;
  /** Ids, separated by commas. */
  documents?: string;
  /** A list instead of documents: its filters as JSON, and its size. */
  list?: string;
  list_total?: number;
  from?: string;
  /** Everything in that account, or all that is synced of it. */
  all?: true | 'synced';
  to?: string;
  folder?: string;
  folder_name?: string;
  mode?: 'move';
  same?: Exclude<Transfer['on_conflict'], 'rename'>;
  repeat?: NonNullable<Transfer['repeat']>;
  /** 1 is left out. */
  step?: 2 | 3;
}

type RawSearch = Partial<Record<keyof TransferSearch, unknown>>;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const oneOf = <const T>(value: unknown, known: readonly T[]): T | undefined => known.find((other) => other === value);

/** Drops invalid values, so that an old link still opens the page. */
export function transferSearch(given: RawSearch): TransferSearch {
  const search = {
    transfer: textOf(given.transfer),
    documents: textOf(given.documents),
    list: textOf(given.list),
    list_total: typeof given.list_total === 'number' ? given.list_total : undefined,
    from: textOf(given.from),
    all: oneOf(given.all, [true, 'synced']),
    to: textOf(given.to),
    folder: textOf(given.folder),
    folder_name: textOf(given.folder_name),
    mode: oneOf(given.mode, ['move']),
    same: oneOf(given.same, ['skip', 'replace']),
    repeat: oneOf(given.repeat, ['hourly', 'daily']),
    step: oneOf(given.step, [2, 3]),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The query of the page with all transfers. */
export interface TransfersSearch {
  /** The transfer whose details are open. */
  transfer?: string;
  /** The result of the shown items; left out: all. */
  items?: 'not_transferable';
  type?: Transfer['mode'];
  date?: (typeof periods)[number];
}

export const periods = ['today', 'week', 'month', 'year'] as const;

export function transfersSearch(given: Partial<Record<keyof TransfersSearch, unknown>>): TransfersSearch {
  const search = {
    transfer: textOf(given.transfer),
    items: oneOf(given.items, ['not_transferable']),
    type: oneOf(given.type, ['copy', 'move']),
    date: oneOf(given.date, periods),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

const days = { today: 0, week: 7, month: 30, year: 365 } as const;

/** When a period began: at midnight, so that the request stays the same all day. */
export function startOf(period: NonNullable<TransfersSearch['date']>, now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days[period]).toISOString();
}

export const idsOf = ({ documents }: TransferSearch): string[] => [
  ...new Set(documents?.split(',').filter((id) => id !== '')),
];

export const documentsOf = (ids: readonly string[]): string | undefined =>
  ids.length > 0 && ids.length <= DOCUMENTS_IN_ADDRESS ? ids.join(',') : undefined;
