import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDocumentDrops } from '../../../features/my-files/relocation/document-drops.ts';
import { RelocationProvider } from '../../../features/my-files/relocation/relocation.tsx';
import { putTransfer } from '../../../features/transfers/api/transfers.ts';

/** Documents can be copied and moved on every page of the main area, by dropping and by pasting them. */
export function Relocation({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <RelocationProvider onTransfer={(transfer) => putTransfer(client, transfer)}>
      <Drops />
      {children}
    </RelocationProvider>
  );
}

function Drops() {
  useDocumentDrops();
  return null;
}
