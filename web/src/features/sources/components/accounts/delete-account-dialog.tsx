import { Stack, Text, TextInput } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { FormButtons } from '../../../../ui/forms/form-buttons.tsx';
import { deleteAccount, isListed } from '../../api/accounts.ts';

interface DeleteAccountDialogProps extends DialogProps {
  account: SourceAccount | undefined;
}

export function DeleteAccountDialog({ account, opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Delete account">
      {account ? <DeleteForm key={account.id} account={account} onClose={onClose} /> : null}
    </Modal>
  );
}

/** Asks for the name of the account, because deleting cannot be undone. */
function DeleteForm({ account, onClose }: { account: SourceAccount; onClose(): void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useMutation(deleteAccount);
  const title = accountText(account, account.source);
  const matches = typed.trim() === account.name.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!matches) return;
    const onSuccess = () => {
      toast.success(isListed(client, account.id) ? `${title} is being removed` : `${title} was deleted`);
      onClose();
    };
    mutate(account.id, { onSuccess });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          This disconnects <strong>{title}</strong> and removes its {count(account.files, 'document')} from Sheaf, with
          their labels, shares and transfer reports. Nothing is deleted in {account.source.name}.
        </Text>
        <TextInput
          data-autofocus
          labelProps={{ mb: 6 }}
          label={`Type ${account.name} to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormButtons label="Delete" color="red" disabled={!matches} loading={isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
