import { NativeSelect } from '@mantine/core';
import type { SharePermission } from '@sheaf/contract';

export const permissionNames: Record<SharePermission, string> = { view: 'Can view', edit: 'Can edit' };
const choices = (['view', 'edit'] as const).map((value) => ({ value, label: permissionNames[value] }));

interface PermissionSelectProps {
  label: string;
  value: SharePermission;
  className?: string;
  onChange(permission: SharePermission): void;
}

export function PermissionSelect({ label, value, className, onChange }: PermissionSelectProps) {
  return (
    <NativeSelect
      size="xs"
      w={104}
      className={className}
      aria-label={label}
      value={value}
      data={choices}
      onChange={(event) => onChange(event.currentTarget.value as SharePermission)}
    />
  );
}
