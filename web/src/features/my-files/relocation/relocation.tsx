import { type CallInput, relocations, type Transfer } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { count } from '../../../lib/format/format.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import type { FolderTarget } from '../../../ui/documents/folder-target.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { NamesTakenDialog } from './names-taken-dialog.tsx';

export interface RelocationRequest {
  mode: 'copy' | 'move';
  ids: readonly string[];
  to: FolderTarget;
  /** It is done or has started. */
  onDone?(): void;
  /** It is done or has started, or the question about names is open. */
  onTaken?(): void;
  onRefused?(): void;
}

type Policy = NonNullable<NonNullable<CallInput<typeof relocations.move>['body']>['on_conflict']>;

export interface Question {
  request: RelocationRequest;
  names: readonly string[];
}

const Relocate = createContext<(request: RelocationRequest) => void>(() => {});

/** Copies or moves documents to a folder, and asks when names exist there. */
export const useRelocate = (): ((request: RelocationRequest) => void) => use(Relocate);

const ask = async ({ request, policy }: { request: RelocationRequest; policy: Policy }) => {
  const { mode, ids, to } = request;
  const body = { document_ids: [...ids], parent_id: to.folderId, account_id: to.accountId, on_conflict: policy };
  return (await call(relocations[mode], { body })).data;
};

interface ProviderProps {
  children: ReactNode;
  /** A transfer was started and continues in the background. */
  onTransfer(transfer: Transfer): void;
}

export function RelocationProvider({ children, onTransfer }: ProviderProps) {
  const question = useDialog<Question>();
  const { mutate } = useMutation({
    mutationFn: ask,
    onSuccess({ conflicts, transfer }, { request }, _result, { client }) {
      request.onTaken?.();
      if (conflicts.length > 0) return question.open({ request, names: conflicts });
      const { mode, ids, to } = request;
      if (transfer) onTransfer(transfer);
      toast.success(
        transfer
          ? `${mode === 'copy' ? 'Copying' : 'Moving'} ${count(ids.length, 'item')} to ${to.name}…`
          : `Moved to ${to.name}`,
      );
      request.onDone?.();
      void client.invalidateQueries({ queryKey: organizationKey('documents') });
    },
    onError: (_error, { request }) => request.onRefused?.(),
  });
  const relocate = useMemo(() => (request: RelocationRequest) => mutate({ request, policy: 'ask' }), [mutate]);
  return (
    <Relocate value={relocate}>
      {children}
      <NamesTakenDialog
        opened={question.opened}
        question={question.item}
        onClose={question.close}
        onDecide={(policy) => {
          question.close();
          if (question.item) mutate({ request: question.item.request, policy });
        }}
      />
    </Relocate>
  );
}
