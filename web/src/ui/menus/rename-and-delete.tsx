import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface RenameAndDeleteProps {
  onRename(): void;
  onDelete(): void;
  /** Items between the two. */
  children?: ReactNode;
}

/** The last items in the menu of something with a name. */
export function RenameAndDelete({ onRename, onDelete, children }: RenameAndDeleteProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onRename}>
        Rename
      </Menu.Item>
      {children}
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
