import { Menu } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import {
  type Icon,
  IconArrowsExchange,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconFolderOpen,
  IconFolderSymlink,
  IconFolderUp,
  IconLink,
  IconPencil,
  IconRestore,
  IconShare,
  IconStack2,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { afterMenu } from '../../../ui/menus/light-menu.tsx';
import { type ChosenAction, type ChosenActions, removeStar } from '../selection/chosen-actions.ts';
import type { Point } from '../selection/use-list-events.ts';

interface DocumentMenuProps {
  opened: boolean;
  at: Point;
  documents: readonly Document[];
  actions: ChosenActions;
  onOpen(document: Document): void;
  onShowInFolder(document: Document): void;
  /** Closes the menu and returns the focus to the list. */
  onClose(): void;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** The context menu for the chosen documents. One for the whole list. */
export function DocumentMenu({ opened, at, documents, actions, onOpen, onShowInFolder, onClose }: DocumentMenuProps) {
  const [only, ...others] = documents;
  // Documents in the trash can’t be opened.
  const single = others.length === 0 && !only?.deleted ? only : undefined;
  // Dialogs open after the focus is back in the list, so that they can return it there.
  const later = (run: () => void) => () => {
    onClose();
    afterMenu(run);
  };
  return (
    <Menu
      key={`${at.x} ${at.y}`}
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      offset={2}
      width={216}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {single?.web_url ? (
          <Menu.Item
            component="a"
            href={single.web_url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink {...icon} />}
          >
            Open in {single.source.name}
          </Menu.Item>
        ) : null}
        {single ? (
          <Menu.Item
            leftSection={single.type === 'folder' ? <IconFolderOpen {...icon} /> : <IconEye {...icon} />}
            onClick={later(() => onOpen(single))}
          >
            {single.type === 'folder' ? 'Open' : 'Preview'}
          </Menu.Item>
        ) : null}
        {single ? (
          <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => onShowInFolder(single)}>
            Show in folder
          </Menu.Item>
        ) : null}
        {item(actions.link, IconLink)}
        {single ? <Menu.Divider /> : null}
        {item(actions.share, IconShare, later)}
        {item(actions.star, actions.star?.name === removeStar ? IconStarOff : IconStar)}
        {item(actions.labels, IconTag, later)}
        {item(actions.collections, IconStack2, later)}
        {item(actions.switchCloud, IconArrowsExchange)}
        {item(actions.download, IconDownload)}
        {item(actions.rename, IconPencil, later)}
        {item(actions.move, IconFolderUp, later)}
        {item(actions.duplicate, IconCopyPlus)}
        {item(actions.copy, IconCopy, later)}
        {item(actions.cut, IconCut, later)}
        {actions.remove ? <Menu.Divider /> : null}
        {item(actions.remove, IconTrash, later, red)}
        {item(actions.restore, IconRestore)}
        {item(actions.deleteForever, IconTrash, later, red)}
      </Menu.Dropdown>
    </Menu>
  );
}

const red = 'var(--mantine-color-error)';

/** A menu item; one that can’t be done stays, with the reason as its title. */
function item(
  action: ChosenAction | undefined,
  Picture: Icon,
  when: (run: () => void) => () => void = (run) => run,
  color?: string,
): ReactNode {
  if (!action) return null;
  const { name, run, why } = action;
  return (
    <Menu.Item
      c={run ? color : undefined}
      leftSection={<Picture {...icon} />}
      disabled={!run}
      title={why}
      onClick={run && when(run)}
    >
      {name}
    </Menu.Item>
  );
}
