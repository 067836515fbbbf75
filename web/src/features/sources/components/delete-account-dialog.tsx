import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.ts';
import { deleteAccount } from '../api/accounts.ts';
import { useOpened } from '../use-opened.ts';

interface DeleteAccountDialogProps {
  account: SourceAccount | undefined;
  opened: boolean;
  onClose(): void;
}

export function DeleteAccountDialog({ account, opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title="Delete account">
      {account ? <DeleteForm key={account.id} account={account} onClose={onClose} /> : null}
    </Modal>
  );
}

/** Asks for the name of the account, because the copies do not come back by themselves. */
function DeleteForm({ account, onClose }: { account: SourceAccount; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useMutation(deleteAccount);
  const matches = typed.trim() === account.name.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!matches) return;
    const onSuccess = () => {
      toast.success(`${account.name} was deleted`);
      onClose();
    };
    mutate(account.id, { onSuccess });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          This disconnects <strong>{account.name}</strong> and removes its {count(account.files, 'document')} from
          Sheaf, with their labels and shares and the reports of its transfers. Nothing is deleted at the source.
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={isPending}>
            Delete
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
