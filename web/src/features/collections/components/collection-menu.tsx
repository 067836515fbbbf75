import { Menu } from '@mantine/core';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { RenameAndDelete } from '../../../ui/menus/rename-and-delete.tsx';

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
        <RenameAndDelete onRename={onRename} onDelete={onDelete} />
      </Menu.Dropdown>
    </Menu>
  );
}
