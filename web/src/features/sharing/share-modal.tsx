import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import type { SharePermission } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { count } from '../../lib/format/format.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { withoutMotion } from '../../ui/dialogs/modal-without-motion.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { type Candidate, maxAsked, share } from './api/sharing.ts';
import { MemberSearch } from './member-search.tsx';
import { PermissionSelect } from './permission-select.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './share-modal.module.css';
import { SharedMembers } from './shared-members.tsx';

interface ShareModalProps {
  documents: readonly { id: string; name: string }[];
  /** Where a whole list is shared, of which the documents are a part. */
  everything?: { total: number; share(withIds: string[], permission?: SharePermission): Promise<unknown> };
  /** Whoever shares: the documents are theirs. */
  owner: { id: string; name: string; email: string; avatar: string | null };
  /** What is offered beside members and groups: the public link of one document. */
  publicLink?: ReactNode;
  /** The way to somebody who is not a member yet, for people who may invite. */
  invite?: ReactNode;
  /** Who asks for access, where somebody does. */
  requests?: ReactNode;
  onClose(): void;
}

/** Gives members and groups access to documents, and removes it. Starts fresh whenever it is opened. */
export function ShareModal({ publicLink, onClose, ...form }: ShareModalProps) {
  const { documents, everything } = form;
  const [first] = documents;
  const number = everything?.total ?? documents.length;
  const title = number === 1 ? `Share "${first?.name}"` : `Share ${count(number, 'document')}`;
  return (
    <Modal opened={documents.length > 0} onClose={onClose} title={title} size={520} transitionProps={withoutMotion}>
      {first ? (
        <>
          <ShareForm {...form} onDone={onClose} />
          {publicLink ? (
            <>
              <Divider my="md" />
              {publicLink}
            </>
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}

function ShareForm(props: Omit<ShareModalProps, 'onClose' | 'publicLink'> & { onDone(): void }) {
  const { documents, everything, owner, invite, requests, onDone } = props;
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [permission, setPermission] = useState<SharePermission>('view');
  // Whoever may edit some of the documents already keeps that.
  const given = permission === 'edit' ? permission : undefined;
  const { mutate, isPending } = useMutation(share);
  const all = useMutation({ mutationFn: (ids: string[]) => everything!.share(ids, given), onSuccess: onDone });
  const documentIds = everything ? [] : documents.map(({ id }) => id);
  const save = () => {
    if (chosen.length === 0) return;
    const userIds = chosen.map(({ id }) => id);
    if (everything) return all.mutate(userIds);
    const onSuccess = () => {
      toast.success(`Shared with ${chosen.length === 1 ? chosen[0]!.name : countOf(chosen)}`);
      onDone();
    };
    mutate({ userIds, documentIds, permission: given }, { onSuccess });
  };
  return (
    <Stack gap="md">
      {requests}
      <MemberSearch documentIds={documentIds} chosen={chosen} invite={invite} onChange={setChosen} />
      {chosen.length > 0 ? (
        <ul className={classes.list} aria-label="Chosen members">
          {chosen.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              removeLabel={`Don’t share with ${person.name}`}
              onRemove={() => setChosen(chosen.filter(({ id }) => id !== person.id))}
            />
          ))}
        </ul>
      ) : null}
      {everything ? (
        <Text size="sm" c="dimmed">
          Files that belong to others are left out.
        </Text>
      ) : documents.length <= maxAsked ? (
        <SharedMembers documentIds={documentIds} owner={owner} />
      ) : null}
      <Group justify="flex-end" gap="xs">
        {chosen.length > 0 ? (
          <PermissionSelect label="Access of the chosen members" value={permission} onChange={setPermission} />
        ) : null}
        <Button loading={isPending || all.isPending} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

/** As in '3 members', or '2 members and 1 group'. */
function countOf(chosen: readonly Candidate[]): string {
  const groups = chosen.filter(({ kind }) => kind === 'group').length;
  const members = chosen.length - groups;
  return [members > 0 ? count(members, 'member') : null, groups > 0 ? count(groups, 'group') : null]
    .filter((part) => part !== null)
    .join(' and ');
}
