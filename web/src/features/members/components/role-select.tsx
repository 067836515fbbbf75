import { NativeSelect, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type Member, mayManage, type Role, roles } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { roleNames } from '../../../lib/format/names.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { setRole } from '../api/members.ts';

interface RoleSelectProps {
  member: Member;
  /** The signed-in person. */
  viewer: { id: string; role: Role };
}

/** The role of a member; editable for people who may change it. */
export function RoleSelect({ member, viewer }: RoleSelectProps) {
  const { mutate } = useMutation(setRole);
  if (member.id === viewer.id || !mayManage(viewer.role, member.role)) return <Text>{roleNames[member.role]}</Text>;

  const change = (role: Role) => {
    const onSuccess = () =>
      toast.success(`${member.name} is now ${/^[ao]/.test(role) ? 'an' : 'a'} ${roleNames[role].toLowerCase()}`);
    const save = () => mutate({ id: member.id, role }, { onSuccess });
    if (role !== 'owner') return save();
    modals.openConfirmModal({
      title: `Make ${member.name} an owner?`,
      children: 'Owners can do everything, including deleting the workspace and removing other owners.',
      labels: { confirm: 'Make owner', cancel: 'Cancel' },
      onConfirm: save,
    });
  };
  // Only owners can make someone an owner.
  const choices = roles.filter((role) => mayManage(viewer.role, role));
  return (
    <NativeSelect
      size="xs"
      w={112}
      maw="100%"
      aria-label={`Role of ${member.name}`}
      value={member.role}
      data={choices.map((role) => ({ value: role, label: roleNames[role] }))}
      onChange={(event) => change(event.currentTarget.value as Role)}
    />
  );
}
