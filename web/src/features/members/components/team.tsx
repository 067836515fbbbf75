import { useDebouncedValue } from '@mantine/hooks';
import { type Member, may, type Role } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { RemovalProgress } from '../../../ui/feedback/removal-progress.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { departuresQuery } from '../api/members.ts';
import { MemberTable } from './member-table.tsx';
import classes from './team.module.css';

const RemoveMemberDialog = lazyDialog(async () => (await import('./remove-member-dialog.tsx')).RemoveMemberDialog);
const LeaveDialog = lazyDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog);

interface TeamProps {
  viewer: { id: string; role: Role };
  workspace: string;
  /** Links to other pages, before the search. */
  start: ReactNode;
  /** Further actions, after the search. */
  end: ReactNode;
  onHandedOver(): void;
}

/** All members, and the dialogs about them. */
export function Team({ viewer, workspace, start, end, onHandedOver }: TeamProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const removing = useDialog<Member>();
  const leaving = useDialog();
  const handing = useDialog<Member>();
  return (
    <>
      <PageToolbar start={start}>
        <SearchField label="Search members" value={search} onChange={setSearch} />
        {end}
      </PageToolbar>
      {may(viewer.role, 'members.manage') ? <Departures /> : null}
      <MemberTable
        search={searched}
        viewer={viewer}
        onRemove={removing.open}
        onHandOver={handing.open}
        onLeave={() => leaving.open()}
      />
      <RemoveMemberDialog opened={removing.opened} member={removing.item} onClose={removing.close} />
      <LeaveDialog
        opened={leaving.opened}
        onClose={leaving.close}
        userId={viewer.id}
        role={viewer.role}
        workspace={workspace}
      />
      <HandOverDialog
        opened={handing.opened}
        onClose={handing.close}
        member={handing.item}
        userId={viewer.id}
        workspace={workspace}
        onDone={onHandedOver}
      />
    </>
  );
}

/** Removed members whose files are still being removed or given to another member. Usually there are none. */
function Departures() {
  const { data: departures = [] } = useQuery(departuresQuery());
  if (departures.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Members being removed">
      {departures.map(({ id, name, ...removal }) => (
        <li key={id}>
          <RemovalProgress text={`Removing ${name}…`} label={`Removal of ${name}`} removal={removal} size="sm" />
        </li>
      ))}
    </ul>
  );
}
