import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ApiKey } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { apiKeysQuery, revokeApiKey } from '../api/api-keys.ts';
import { ApiKeyRow } from './api-key-row.tsx';

const CreateKeyDialog = lazyDialog(async () => (await import('./create-key-dialog.tsx')).CreateKeyDialog);

export function ApiKeyList() {
  const { data: keys, isError, refetch } = useQuery(apiKeysQuery());
  const { mutate: revoke } = useMutation(revokeApiKey);
  const { opened, open, close } = useDialog();

  const askToRevoke = ({ id, name }: ApiKey) =>
    modals.openConfirmModal({
      title: `Revoke “${name}”?`,
      children: 'Scripts and assistants that use this key stop working immediately. This can’t be undone.',
      labels: { confirm: 'Revoke key', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke(id, { onSuccess: () => toast.success(`“${name}” was revoked`) }),
    });

  if (!keys) return isError ? <LoadFailed what="your API keys" retry={refetch} /> : <Skeleton height={64} />;
  return (
    <Stack gap="md" align="flex-start">
      {keys.length ? (
        <ul className="framed lined wide">
          {keys.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => askToRevoke(key)} />
          ))}
        </ul>
      ) : (
        <Text c="dimmed">
          No API keys yet. Create one to use the API from a script, or to let an assistant find and read your files.
        </Text>
      )}
      <Button variant="default" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => open()}>
        Create API key
      </Button>
      <CreateKeyDialog opened={opened} onClose={close} />
    </Stack>
  );
}
