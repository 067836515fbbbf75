import { Menu } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { RenameAndDelete } from '../../../ui/menus/rename-and-delete.tsx';

interface LabelMenuItemsProps {
  onEdit(focus: 'name' | 'color'): void;
  onDelete(): void;
}

export function LabelMenuItems({ onEdit, onDelete }: LabelMenuItemsProps) {
  return (
    <RenameAndDelete onRename={() => onEdit('name')} onDelete={onDelete}>
      <Menu.Item leftSection={<IconPalette size={16} stroke={1.6} aria-hidden />} onClick={() => onEdit('color')}>
        Change color
      </Menu.Item>
    </RenameAndDelete>
  );
}
