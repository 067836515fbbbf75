import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { ApiError, type SharePermission } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormMutation } from '../../lib/api/use-form-mutation.ts';
import { count } from '../../lib/format/format.ts';
import { type DialogProps, Modal, withoutMotion } from '../../ui/dialogs/modal.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextLink } from '../../ui/navigation/links.tsx';
import { shareByEmail } from './api/pending.ts';
import { maxAsked, share } from './api/sharing.ts';
import { type Chosen, isOutsider, sharedByEmail, sharedWith } from './chosen.ts';
import { MemberSearch } from './member-search.tsx';
import { PendingPeople } from './pending-people.tsx';
import { PermissionSelect } from './permission-select.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './share-modal.module.css';
import { SharedMembers } from './shared-members.tsx';

interface ShareModalProps extends DialogProps {
  documents: readonly { id: string; name: string }[];
  /** Set when a whole list is shared, of which the documents are a part. */
  everything?: { total: number; share(withIds: string[], permission?: SharePermission): Promise<unknown> };
  /** The person who shares and owns the documents. */
  owner: { id: string; name: string; email: string; avatar: string | null };
  /** Offered beside members and groups: the public link of one document. */
  publicLink?: ReactNode;
  /** The way to invite someone who is not a member, for people who may invite. */
  invite?: ReactNode;
  /**
   * For sharing with people outside the workspace: whether the person may invite them or only ask for it, and the cost
   * of each.
   */
  outsiders?: { mayInvite: boolean; seatPrice: string | undefined };
  /** The requests for access, if any. */
  requests?: ReactNode;
}

/**
 * Gives members, groups and people outside the workspace access to documents, and removes it. Resets whenever it is
 * opened.
 */
export function ShareModal({ opened, publicLink, onClose, ...form }: ShareModalProps) {
  const { documents, everything } = form;
  const [first] = documents;
  const number = everything?.total ?? documents.length;
  const title = number === 1 ? `Share "${first?.name}"` : `Share ${count(number, 'document')}`;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={520} transitionProps={withoutMotion}>
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

function ShareForm(props: Omit<ShareModalProps, keyof DialogProps | 'publicLink'> & { onDone(): void }) {
  const { documents, everything, owner, invite, outsiders, requests, onDone } = props;
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [permission, setPermission] = useState<SharePermission>('view');
  // People who may already edit some of the documents keep that.
  const given = permission === 'edit' ? permission : undefined;
  const { mutate, isPending } = useMutation(share);
  const all = useMutation({ mutationFn: (ids: string[]) => everything!.share(ids, given), onSuccess: onDone });
  const byEmail = useFormMutation(shareByEmail, { showsProblem: true });
  const documentIds = everything ? [] : documents.map(({ id }) => id);
  const emails = chosen.filter(isOutsider).map(({ id }) => id);
  const save = () => {
    if (chosen.length === 0) return;
    const members = chosen.filter((one) => !isOutsider(one));
    const userIds = members.map(({ id }) => id);
    if (everything) return all.mutate(userIds);
    const doneWith = (text: string) => {
      toast.success(text);
      onDone();
    };
    if (emails.length === 0)
      return mutate({ userIds, documentIds, permission: given }, { onSuccess: () => doneWith(sharedWith(members)) });
    byEmail.mutate(
      { emails, userIds, documentIds, permission: given },
      { onSuccess: (results) => doneWith(sharedByEmail(members, results)) },
    );
  };
  const choose = (those: readonly Chosen[]) => {
    byEmail.reset();
    setChosen(those);
  };
  return (
    <Stack gap="md">
      {requests}
      <MemberSearch
        documentIds={documentIds}
        chosen={chosen}
        invite={invite}
        outsiders={everything ? undefined : outsiders}
        onChange={choose}
      />
      {chosen.length > 0 ? (
        <ul className={`stack gap-2 ${classes.list}`} aria-label="Chosen members">
          {chosen.map((one) => (
            <PersonRow
              key={one.id}
              person={
                isOutsider(one)
                  ? { kind: 'user', name: one.name, email: fateOf(outsiders?.mayInvite), avatar: null }
                  : one
              }
              removeLabel={`Don’t share with ${one.name}`}
              onRemove={() => choose(chosen.filter(({ id }) => id !== one.id))}
            />
          ))}
        </ul>
      ) : null}
      {emails.length > 0 && outsiders?.mayInvite && outsiders.seatPrice ? (
        <Text size="sm" c="dimmed">
          {outsiders.seatPrice}
        </Text>
      ) : null}
      {byEmail.error ? <Problem error={byEmail.error} /> : null}
      {everything ? (
        <Text size="sm" c="dimmed">
          Files that belong to others are left out.
        </Text>
      ) : documents.length <= maxAsked ? (
        <>
          <SharedMembers documentIds={documentIds} owner={owner} />
          <PendingPeople documentIds={documentIds} />
        </>
      ) : null}
      <Group justify="flex-end" gap="xs">
        {chosen.length > 0 ? (
          <PermissionSelect label="Access of the chosen members" value={permission} onChange={setPermission} />
        ) : null}
        <Button loading={isPending || all.isPending || byEmail.isPending} onClick={save}>
          {emails.length === 0 ? 'Save' : outsiders?.mayInvite ? 'Invite and share' : 'Ask to invite'}
        </Button>
      </Group>
    </Stack>
  );
}

const fateOf = (mayInvite: boolean | undefined): string =>
  mayInvite ? 'Will be invited as a guest' : 'An owner or admin will be asked to invite them';

function Problem({ error }: { error: Error }) {
  const isFull = error instanceof ApiError && error.code === 'plan_limit';
  return (
    <Alert color="red" role="alert" title={isFull ? 'No seats left' : undefined}>
      {error.message} {isFull ? <TextLink to="/plans">See plan</TextLink> : null}
    </Alert>
  );
}
