import { ActionIcon, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { PublicLink } from '@sheaf/contract';
import { IconCopy, IconLinkOff, IconSettings } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { revokeLink } from '../api/links.ts';
import { LinkDialog } from './link-dialog.tsx';

const copy = (url: string) =>
  copyText(url).then(
    () => toast.success('Link copied'),
    () => toast.error('Couldn’t copy the link. Your browser blocked it.'),
  );

/** Copying and changing for the person who created the link; revoking. */
export function LinkActions({ link }: { link: PublicLink }) {
  const { mutateAsync: revoke, isPending } = useMutation(revokeLink);
  const changing = useDialog();
  const { url, own, document } = link;
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: `Revoke the public link to “${document.name}”?`,
      children: 'It stops working right away, for everyone who has it. A new link will have another address.',
      labels: { confirm: 'Revoke link', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      // By then the link and these buttons are gone.
      onConfirm: () =>
        void revoke(link.id).then(
          () => toast.success('Public link revoked'),
          () => {},
        ),
    });
  const actions = [
    ...(url === null ? [] : [{ tip: 'Copy link', icon: IconCopy, run: () => void copy(url) }]),
    ...(own ? [{ tip: 'Change link', icon: IconSettings, run: () => changing.open() }] : []),
    { tip: 'Revoke link', icon: IconLinkOff, run: askToRevoke },
  ];
  return (
    <>
      {actions.map(({ tip, icon: Picture, run }) => (
        <Tooltip key={tip} label={tip}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`${tip} to ${document.name}`}
            disabled={isPending}
            onClick={run}
          >
            <Picture size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ))}
      {own ? <LinkDialog opened={changing.opened} document={document} link={link} onClose={changing.close} /> : null}
    </>
  );
}
