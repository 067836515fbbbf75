import { sourceName } from '../sources/index.ts';
import type { TransferRow } from './transfers.queries.ts';

type Described = Pick<
  TransferRow,
  'id' | 'from_source' | 'from_name' | 'to_source' | 'to_name' | 'to_folder_name' | 'mode'
>;

/** The transfer in the audit log. A person's accounts often have the same name, so each is named with its app. */
export function aboutTransfer(transfer: Described) {
  const { id, to_folder_name: folder, mode } = transfer;
  const from = `${sourceName(transfer.from_source)} (${transfer.from_name})`;
  const to = `${sourceName(transfer.to_source)} (${transfer.to_name})`;
  return {
    object: { kind: 'transfer' as const, id, name: `${from} → ${to}` },
    details: { from, to, mode, ...(folder && { folder }) },
  };
}
