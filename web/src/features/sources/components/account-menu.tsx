import { ActionIcon, Menu } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import {
  IconAdjustmentsHorizontal,
  IconDots,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { isNotSetUp } from '../account-status.ts';
import type { AccountActions } from './account-card.tsx';

const picture = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export function AccountMenu({ account, actions }: { account: SourceAccount; actions: AccountActions }) {
  const { status } = account;
  const connected = status !== 'disconnected';
  const broken = status === 'needs_reauth' || status === 'error' || !connected;
  return (
    <Menu width={208} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Actions for ${account.name}, ${account.source.name}`}
        >
          <IconDots size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {connected ? (
          <>
            <Menu.Item
              leftSection={<IconRefresh {...picture} />}
              disabled={status === 'syncing' || status === 'needs_reauth' || isNotSetUp(account)}
              onClick={() => actions.syncNow(account)}
            >
              Sync now
            </Menu.Item>
            <Menu.Item
              leftSection={<IconAdjustmentsHorizontal {...picture} />}
              onClick={() => actions.openSettings(account)}
            >
              Sync settings
            </Menu.Item>
          </>
        ) : null}
        {broken ? (
          <Menu.Item leftSection={<IconPlugConnected {...picture} />} onClick={() => actions.reconnect(account)}>
            Reconnect
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {connected ? (
          <Menu.Item leftSection={<IconPlugConnectedX {...picture} />} onClick={() => actions.askToDisconnect(account)}>
            Disconnect
          </Menu.Item>
        ) : null}
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash {...picture} />}
          onClick={() => actions.askToDelete(account)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
