import { Button } from '@mantine/core';
import type { PendingShare } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { shareByEmail } from './api/pending.ts';
import { PermissionSelect, permissionNames } from './permission-select.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './share-modal.module.css';

const states: Record<PendingShare['state'], string> = {
  invited: 'Invited, not joined yet',
  expired: 'Invitation expired',
  requested: 'Waiting for an owner or admin to invite them',
  declined: 'Not invited: an owner or admin declined',
};

interface PendingRowProps {
  share: PendingShare;
  documentIds: readonly string[];
  onRemove(): void;
}

/**
 * A person who gets access once they join. Access that differs between several documents is changed one document at a
 * time.
 */
export function PendingRow({ share, documentIds, onRemove }: PendingRowProps) {
  const { mutate, isPending, variables } = useMutation(shareByEmail);
  const { email, state, permission, documents } = share;
  const ofAll = documents === documentIds.length;
  const mayChange = ofAll && (state === 'invited' || state === 'requested');
  const send = (changed = permission) => mutate({ emails: [email], documentIds, permission: changed });
  return (
    <PersonRow
      person={{ kind: 'user', name: email, email: states[state], avatar: null }}
      removeLabel={`Don’t share with ${email}`}
      onRemove={onRemove}
    >
      {ofAll && mayChange ? null : (
        <span className={classes.extent}>
          {ofAll
            ? permissionNames[permission]
            : `${documents} of ${documentIds.length} · ${permissionNames[permission]}`}
        </span>
      )}
      {state === 'expired' && ofAll ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Send the invitation to ${email} again`}
          loading={isPending}
          onClick={() => send()}
        >
          Send again
        </Button>
      ) : null}
      {mayChange ? (
        <PermissionSelect
          label={`Access of ${email}`}
          value={(isPending ? variables.permission : undefined) ?? permission}
          className="rigid"
          onChange={send}
        />
      ) : null}
    </PersonRow>
  );
}
