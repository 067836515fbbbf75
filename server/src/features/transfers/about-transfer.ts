import type { TransferRow } from './transfers.queries.ts';

/** What the audit log says of a transfer. */
export const aboutTransfer = ({
  id,
  from_name,
  to_name,
  to_folder_name,
  mode,
}: Pick<TransferRow, 'id' | 'from_name' | 'to_name' | 'to_folder_name' | 'mode'>) => ({
  object: { kind: 'transfer' as const, id, name: `${from_name} → ${to_name}` },
  details: { from: from_name, to: to_name, mode, ...(to_folder_name && { folder: to_folder_name }) },
});
