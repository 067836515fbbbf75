import { ActionIcon, Badge, Button, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Invite } from '@sheaf/contract';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { formatAgo, formatDate } from '../../../lib/format/format.ts';
import { roleNames } from '../../../lib/format/names.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import table from '../../../ui/lists/table.module.css';
import { resendInvite, revokeInvite } from '../api/invites.ts';

export function InviteRow({ invite, index }: { invite: Invite; index: number }) {
  const { mutate: resend, isPending } = useMutation(resendInvite);
  const { mutate: revoke } = useMutation(revokeInvite);
  const { email, role, expired } = invite;
  const expiry = expired ? (
    <Badge color="red" variant="light" size="sm" tt="none" fw={550}>
      Expired
    </Badge>
  ) : (
    formatDate(invite.expires_at)
  );

  const sendAgain = () => resend(invite.id, { onSuccess: () => toast.success(`Invitation resent to ${email}`) });
  const copy = () =>
    copyText(invite.link).then(
      () => toast.success('Link copied'),
      () => toast.error('Couldn’t copy the link. Your browser blocked it.'),
    );
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: `Revoke the invitation for ${email}?`,
      children: 'The link stops working. You can invite this email again later.',
      labels: { confirm: 'Revoke', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke(invite),
    });

  const actions = [
    { name: `Copy link for ${email}`, tip: 'Copy link', icon: IconCopy, run: copy },
    { name: `Revoke ${email}`, tip: 'Revoke', icon: IconX, run: askToRevoke },
  ];
  return (
    <tr className={`hoverable ${table.row}`} data-row aria-rowindex={index}>
      <td>
        <Text fw={550} truncate title={email}>
          {email}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {invite.inviter ? `${invite.inviter.name}, ` : ''}
          {formatAgo(invite.created_at)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={table.narrow}>
          {roleNames[role]} · {expired ? expiry : <>until {expiry}</>}
        </Text>
      </td>
      <td className={table.wide}>
        {roleNames[role]}
        {invite.groups.length > 0 ? (
          <Text size="xs" c="dimmed" truncate title={invite.groups.map(({ name }) => name).join(', ')}>
            {invite.groups.map(({ name }) => name).join(', ')}
          </Text>
        ) : null}
      </td>
      <td className={table.wide}>{expiry}</td>
      <td>
        <div className={table.actions}>
          <Button variant="default" size="xs" aria-label={`Resend to ${email}`} loading={isPending} onClick={sendAgain}>
            Resend
          </Button>
          {actions.map(({ name, tip, icon: Picture, run }) => (
            <Tooltip key={tip} label={tip}>
              <ActionIcon variant="subtle" color="gray" size={34} aria-label={name} onClick={run}>
                <Picture size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      </td>
    </tr>
  );
}
