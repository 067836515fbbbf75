import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';

interface CollectionMenuProps {
  /** Names the button. */
  label: string;
  className?: string;
  onRename(): void;
  onDelete(): void;
}

export function CollectionMenu({ label, className, onRename, onDelete }: CollectionMenuProps) {
  return (
    <Menu position="bottom-end" width={160} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <DotsButton className={className} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onRename}>
          Rename
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
