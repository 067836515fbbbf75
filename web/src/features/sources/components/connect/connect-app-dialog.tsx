import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import { beginConnecting } from '../../api/connect.ts';
import { Redirecting } from './redirecting.tsx';
import { SourceList } from './source-list.tsx';

export function ConnectAppDialog({ opened, onClose }: DialogProps) {
  const { mutate: connect, isPending } = useMutation(beginConnecting);
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="Connect an app" size={560}>
        <Text c="dimmed" mb="md">
          Connect apps to centralize and sync content.
        </Text>
        <SourceList disabled={isPending} onChoose={(source) => connect({ source })} />
      </Modal>
      <Redirecting shown={isPending} />
    </>
  );
}
