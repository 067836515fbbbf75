import { TabLinks } from '../../ui/tab-links.tsx';

const pages = [
  { to: '/members', name: 'Members' },
  { to: '/members/invites', name: 'Invites' },
] as const;

export function TeamPages() {
  return <TabLinks label="Team" pages={pages} />;
}
