import { may, type Role } from '@sheaf/contract';
import { TabLinks } from '../../../ui/navigation/tab-links.tsx';

const pages = [
  { to: '/members', name: 'Members' },
  { to: '/members/groups', name: 'Groups' },
] as const;
const invites = { to: '/members/invites', name: 'Invites' } as const;

export function TeamPages({ role }: { role: Role }) {
  return <TabLinks label="Team" pages={may(role, 'invites.manage') ? [...pages, invites] : pages} />;
}
