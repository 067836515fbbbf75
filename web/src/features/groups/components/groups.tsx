import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Group } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { GroupTable } from './group-table.tsx';

const NameDialog = lazyDialog(async () => (await import('./group-name-dialog.tsx')).GroupNameDialog);
const PeopleDialog = lazyDialog(async () => (await import('./group-people-dialog.tsx')).GroupPeopleDialog);
const DeleteDialog = lazyDialog(async () => (await import('./delete-group-dialog.tsx')).DeleteGroupDialog);

interface GroupsProps {
  mayManage: boolean;
  /** Links to other pages, before the search. */
  start: ReactNode;
}

/** All groups of the workspace, and the dialogs about them. */
export function Groups({ mayManage, start }: GroupsProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const naming = useDialog<Group>();
  const people = useDialog<Group>();
  const removal = useDialog<Group>();
  return (
    <>
      <PageToolbar start={start}>
        <SearchField label="Search groups" value={search} onChange={setSearch} />
        {mayManage ? (
          <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => naming.open()}>
            Create group
          </Button>
        ) : null}
      </PageToolbar>
      <GroupTable
        search={searched}
        mayManage={mayManage}
        onPeople={people.open}
        onRename={naming.open}
        onDelete={removal.open}
      />
      <NameDialog opened={naming.opened} group={naming.item} onClose={naming.close} onCreated={people.open} />
      <PeopleDialog opened={people.opened} group={people.item} mayManage={mayManage} onClose={people.close} />
      <DeleteDialog opened={removal.opened} group={removal.item} onClose={removal.close} />
    </>
  );
}
