import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';

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
        <ActionIcon className={className} variant="subtle" color="gray" size={36} aria-label={label}>
          <IconDots size={20} stroke={1.6} />
        </ActionIcon>
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
