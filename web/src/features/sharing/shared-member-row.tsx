import type { SharedMember } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { share } from './api/sharing.ts';
import { PermissionSelect, permissionNames } from './permission-select.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './share-modal.module.css';

interface SharedMemberRowProps {
  member: SharedMember;
  documentIds: readonly string[];
  onRemove(): void;
}

/**
 * A person with access, what they may do and why. Access through a folder or a group is changed there; access that
 * differs between several documents is changed one document at a time.
 */
export function SharedMemberRow({ member, documentIds, onRemove }: SharedMemberRowProps) {
  const { mutate, isPending, variables } = useMutation(share);
  const { id, name, via, group, documents, progress } = member;
  const isOwn = !via && !group;
  const mayChange = isOwn && documents === documentIds.length && progress === null;
  const extent = extentOf(member, documentIds.length);
  return (
    <PersonRow person={member} removeLabel={`Remove access for ${name}`} onRemove={isOwn ? onRemove : undefined}>
      {extent ? (
        <span className={classes.extent} title={group?.name ?? via?.name}>
          {extent}
        </span>
      ) : null}
      {mayChange ? (
        <PermissionSelect
          label={`Access of ${name}`}
          value={(isPending ? variables.permission : undefined) ?? member.permission}
          className="rigid"
          onChange={(permission) => mutate({ userIds: [id], documentIds, permission })}
        />
      ) : null}
    </PersonRow>
  );
}

/** How many of the documents they see, what they may do, and why. */
function extentOf({ documents, permission, via, group, progress }: SharedMember, asked: number): string | null {
  if (progress !== null) return `Sharing… ${progress}%`;
  const some = documents < asked ? [`${documents} of ${asked}`] : [];
  const reason = group ? `Through group “${group.name}”` : via ? `Through folder “${via.name}”` : null;
  if (!reason && some.length === 0) return null;
  return [...some, permissionNames[permission], ...(reason ? [reason] : [])].join(' · ');
}
