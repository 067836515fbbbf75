import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { Passkey } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { passkeysQuery } from '../api/passkeys.ts';
import { twoFactorQuery } from '../api/two-factor.ts';
import { PasskeyRow } from './passkey-row.tsx';

const AddPasskeyDialog = lazyDialog(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog);
const RenamePasskeyDialog = lazyDialog(async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog);
const RemovePasskeyDialog = lazyDialog(async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog);

/** `available`: whether the server has an address at which browsers support passkeys. */
export function PasskeyList({ available }: { available: boolean }) {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  const { data: twoFactor } = useQuery(twoFactorQuery);
  const add = useDialog();
  const rename = useDialog<Passkey>();
  const remove = useDialog<Passkey>();
  if (!passkeys || !twoFactor)
    return isError ? <LoadFailed what="your passkeys" retry={refetch} /> : <Skeleton height={64} />;
  return (
    <Stack gap="md" align="flex-start">
      {passkeys.length > 0 ? (
        <ul className="framed lined wide">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => rename.open(passkey)}
              onRemove={() => remove.open(passkey)}
            />
          ))}
        </ul>
      ) : (
        <Text c="dimmed">No passkeys yet.</Text>
      )}
      {available && knowsPasskeys() ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => add.open()}
        >
          Add passkey
        </Button>
      ) : (
        <Text c="dimmed">
          {available
            ? 'This browser doesn’t support passkeys.'
            : 'Passkeys only work if Sheaf has an https address with a domain name.'}
        </Text>
      )}
      <AddPasskeyDialog opened={add.opened} onClose={add.close} />
      <RenamePasskeyDialog opened={rename.opened} onClose={rename.close} passkey={rename.item} />
      <RemovePasskeyDialog opened={remove.opened} onClose={remove.close} passkey={remove.item} />
    </Stack>
  );
}
