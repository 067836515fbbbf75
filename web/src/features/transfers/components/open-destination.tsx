import { type Transfer, uploadsSource } from '@sheaf/contract';
import { IconFolderOpen } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/navigation/links.tsx';

/** Leads to the destination folder, or to the top level of the account if the folder itself is not listed here. */
export function OpenDestination({ transfer: { to }, compact }: { transfer: Pick<Transfer, 'to'>; compact?: boolean }) {
  const place = to.source.slug === uploadsSource ? 'my-files' : to.account.id;
  const folder = to.folder?.document_id;
  const picture = <IconFolderOpen size={16} stroke={1.8} aria-hidden />;
  return (
    <ButtonLink
      to="/directory"
      search={folder ? { place, in: folder } : { place }}
      size="xs"
      variant="default"
      {...(compact ? { px: 7, 'aria-label': 'Open destination', title: 'Open destination' } : { leftSection: picture })}
    >
      {compact ? picture : 'Open destination'}
    </ButtonLink>
  );
}
