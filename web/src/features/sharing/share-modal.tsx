import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../lib/format.ts';
import { withoutMotion } from '../../ui/modal-without-motion.ts';
import { toast } from '../../ui/toast.ts';
import { type Candidate, share } from './api/sharing.ts';
import { MemberSearch } from './member-search.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './share-modal.module.css';
import { SharedMembers } from './shared-members.tsx';

interface ShareModalProps {
  documents: readonly { id: string; name: string }[];
  onClose(): void;
}

/** Lets members see documents, and takes that back. It begins anew whenever it is opened. */
export function ShareModal({ documents, onClose }: ShareModalProps) {
  const [first] = documents;
  const title = documents.length === 1 ? `Share "${first?.name}"` : `Share ${count(documents.length, 'document')}`;
  return (
    <Modal opened={documents.length > 0} onClose={onClose} title={title} size={520} transitionProps={withoutMotion}>
      {first ? <ShareForm documents={documents} /> : null}
    </Modal>
  );
}

function ShareForm({ documents }: Pick<ShareModalProps, 'documents'>) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const { mutate, isPending } = useMutation(share);
  const documentIds = documents.map(({ id }) => id);
  const save = () => {
    if (chosen.length === 0) return;
    const userIds = chosen.map(({ id }) => id);
    const onSuccess = () => {
      toast.success(`Shared with ${chosen.length === 1 ? chosen[0]!.name : count(chosen.length, 'member')}`);
      setChosen([]);
    };
    mutate({ userIds, documentIds }, { onSuccess });
  };
  return (
    <Stack gap="md">
      <MemberSearch documentIds={documentIds} chosen={chosen} onChange={setChosen} />
      {chosen.length > 0 ? (
        <ul className={classes.list} aria-label="Chosen members">
          {chosen.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              removeLabel={`Do not share with ${person.name}`}
              onRemove={() => setChosen(chosen.filter(({ id }) => id !== person.id))}
            />
          ))}
        </ul>
      ) : null}
      <SharedMembers documentIds={documentIds} />
      <Group justify="flex-end">
        <Button loading={isPending} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
