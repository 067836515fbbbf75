import { IconApps, IconCreditCard, IconSettings, IconUsers } from '@tabler/icons-react';

/** The pages about the workspace rather than its files, in the menus. */
export const workspacePages = [
  { to: '/members', name: 'Members', icon: IconUsers },
  { to: '/apps', name: 'Apps', icon: IconApps },
  { to: '/plans', name: 'Plan', icon: IconCreditCard },
  { to: '/settings', name: 'Settings', icon: IconSettings },
] as const;
