import { Menu } from '@mantine/core';
import { IconPalette, IconPencil, IconTrash } from '@tabler/icons-react';

interface LabelMenuItemsProps {
  onEdit(focus: 'name' | 'color'): void;
  onDelete(): void;
}

export function LabelMenuItems({ onEdit, onDelete }: LabelMenuItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={() => onEdit('name')}>
        Rename
      </Menu.Item>
      <Menu.Item leftSection={<IconPalette size={16} stroke={1.6} aria-hidden />} onClick={() => onEdit('color')}>
        Change color
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
        onClick={onDelete}
      >
        Delete
      </Menu.Item>
    </>
  );
}
