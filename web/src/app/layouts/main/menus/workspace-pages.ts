import { may, type Permission, type Role } from '@sheaf/contract';
import { IconApps, IconCreditCard, IconSettings, IconUsers } from '@tabler/icons-react';

const pages = [
  { to: '/members', name: 'Members', icon: IconUsers, needs: 'members.read' },
  { to: '/apps', name: 'Apps', icon: IconApps, needs: 'sources.own' },
  { to: '/plans', name: 'Plan', icon: IconCreditCard, needs: 'workspace.read' },
  { to: '/settings', name: 'Settings', icon: IconSettings, needs: 'workspace.read' },
] as const satisfies readonly { needs: Permission; [key: string]: unknown }[];

/** The pages about the workspace rather than its files, in the menus; guests have no use for all of them. */
export const workspacePages = (role: Role) => pages.filter(({ needs }) => may(role, needs));
