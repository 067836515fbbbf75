import { ActionIcon, Stack, Text } from '@mantine/core';
import type { Group, Member } from '@sheaf/contract';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { groupPeopleQuery, removePerson } from '../api/groups.ts';
import { AddPerson } from './add-person.tsx';
import classes from './groups.module.css';

interface GroupPeopleDialogProps extends DialogProps {
  group: Group | undefined;
  mayManage: boolean;
}

/** The people in a group. Those who may manage groups add and remove people; each change is saved at once. */
export function GroupPeopleDialog({ opened, group, mayManage, onClose }: GroupPeopleDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={group?.name} size={520} transitionProps={withoutMotion}>
      {group ? <People group={group} mayChange={mayManage && !group.everyone} /> : null}
    </Modal>
  );
}

function People({ group, mayChange }: { group: Group; mayChange: boolean }) {
  const query = useInfiniteQuery(groupPeopleQuery(group.id));
  const { mutate: remove } = useMutation(removePerson);
  const people = query.data?.items ?? [];
  return (
    <Stack gap="sm">
      {mayChange ? <AddPerson group={group} isIn={(id) => people.some((person) => person.id === id)} /> : null}
      {query.isPending ? <ListSkeleton rows={3} height={48} /> : null}
      {query.isError && !query.data ? <LoadFailed what="the people" retry={() => void query.refetch()} /> : null}
      {query.data && people.length === 0 ? <Text c="dimmed">No people in this group yet.</Text> : null}
      <ul className={classes.list} aria-label={`People in ${group.name}`}>
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            onRemove={mayChange ? () => remove({ group, person }) : undefined}
            groupName={group.name}
          />
        ))}
        <LoadMore query={query} what="people" rowHeight={48} />
      </ul>
    </Stack>
  );
}

interface PersonProps {
  person: Member;
  groupName: string;
  onRemove: (() => void) | undefined;
}

function Person({ person, groupName, onRemove }: PersonProps) {
  return (
    <li className="row gap-12">
      <PersonAvatar person={person} />
      <span className="grow breakable">
        {person.name}
        <Text size="xs" c="dimmed">
          {person.role === 'guest' ? `${person.email} · Guest` : person.email}
        </Text>
      </span>
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Remove ${person.name} from ${groupName}`}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      ) : null}
    </li>
  );
}
