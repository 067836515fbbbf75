import { Menu } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { IconAdjustmentsHorizontal, IconPencil, IconPlugConnected, IconRefresh, IconTrash } from '@tabler/icons-react';
import { accountText } from '../../../../lib/format/account-title.ts';
import { DotsButton } from '../../../../ui/menus/dots-button.tsx';
import { isNotSetUp } from '../../account-status.ts';

const picture = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export interface AccountActions {
  syncNow(account: SourceAccount): void;
  openSettings(account: SourceAccount): void;
  reconnect(account: SourceAccount): void;
  rename(account: SourceAccount): void;
  askToDisconnect(account: SourceAccount): void;
  askToDelete(account: SourceAccount): void;
  showFailures(account: SourceAccount): void;
}

export function AccountMenu({ account, actions }: { account: SourceAccount; actions: AccountActions }) {
  const { status } = account;
  const connected = status !== 'disconnected';
  const broken = status === 'needs_reauth' || status === 'error' || !connected;
  return (
    <Menu width={208} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <DotsButton label={`Actions for ${accountText(account, account.source)}`} />
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
            {account.handed_over_from ? 'Connect' : 'Reconnect'}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconPencil {...picture} />} onClick={() => actions.rename(account)}>
          Rename
        </Menu.Item>
        <Menu.Divider />
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
