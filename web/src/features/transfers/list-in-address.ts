import { type CallInput, transfers } from '@sheaf/contract';
import type { TransferSearch } from './transfer-search.ts';

type List = NonNullable<NonNullable<CallInput<typeof transfers.create>['body']>['list']>;

/** A list whose documents are to be transferred. */
export interface WholeList {
  filters: List;
  total: number;
}

/** Returns null for an invalid list. */
export function listOf({ list, list_total: total }: TransferSearch): WholeList | null {
  if (list === undefined || total === undefined) return null;
  try {
    const { success, data } = transfers.create.body.shape.list.safeParse(JSON.parse(list));
    return success && data ? { filters: data, total } : null;
  } catch {
    return null;
  }
}

export const searchOfList = ({ filters, total }: WholeList): Pick<TransferSearch, 'list' | 'list_total'> => ({
  list: JSON.stringify(filters),
  list_total: total,
});
