import { Menu } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import {
  IconArrowsExchange,
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
import { copyText } from '../../../lib/browser/copy-text.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { afterMenu } from '../../../ui/menus/light-menu.tsx';
import { documentLink } from '../document-link.ts';
import type { Point } from '../use-list-events.ts';
import type { ChosenActions } from './selection-bar.tsx';

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

function copyLink(document: Document): void {
  copyText(documentLink(document)).then(
    () => toast.success('Link copied'),
    () => toast.error('Couldn’t copy the link. Your browser blocked it.'),
  );
}

/** The context menu for the chosen documents. One for the whole list. */
export function DocumentMenu({ opened, at, documents, actions, onOpen, onShowInFolder, onClose }: DocumentMenuProps) {
  const [only, ...others] = documents;
  // There is nothing to see of what is in the trash.
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
        {single ? (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => copyLink(single)}>
            Copy link
          </Menu.Item>
        ) : null}
        {single ? <Menu.Divider /> : null}
        {actions.share ? (
          <Menu.Item leftSection={<IconShare {...icon} />} onClick={later(actions.share)}>
            Share
          </Menu.Item>
        ) : actions.notOwn ? (
          <Menu.Item leftSection={<IconShare {...icon} />} disabled title={actions.notOwn}>
            Share
          </Menu.Item>
        ) : null}
        {actions.star ? (
          <Menu.Item
            leftSection={actions.isStarred ? <IconStarOff {...icon} /> : <IconStar {...icon} />}
            onClick={actions.star}
          >
            {actions.isStarred ? 'Remove star' : 'Add star'}
          </Menu.Item>
        ) : null}
        {actions.labels ? (
          <Menu.Item leftSection={<IconTag {...icon} />} onClick={later(actions.labels)}>
            Manage labels
          </Menu.Item>
        ) : null}
        {actions.collections ? (
          <Menu.Item leftSection={<IconStack2 {...icon} />} onClick={later(actions.collections)}>
            Manage collections
          </Menu.Item>
        ) : null}
        {actions.switchCloud ? (
          <Menu.Item leftSection={<IconArrowsExchange {...icon} />} onClick={actions.switchCloud}>
            Switch cloud
          </Menu.Item>
        ) : null}
        {actions.download ? (
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={actions.download}>
            Download
          </Menu.Item>
        ) : null}
        {actions.rename ? (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={later(actions.rename)}>
            Rename
          </Menu.Item>
        ) : single && actions.cannotChange ? (
          <Menu.Item leftSection={<IconPencil {...icon} />} disabled title={actions.cannotChange}>
            Rename
          </Menu.Item>
        ) : null}
        {actions.move ? (
          <Menu.Item leftSection={<IconFolderUp {...icon} />} onClick={later(actions.move)}>
            Move
          </Menu.Item>
        ) : actions.cannotChange ? (
          <Menu.Item leftSection={<IconFolderUp {...icon} />} disabled title={actions.cannotChange}>
            Move
          </Menu.Item>
        ) : null}
        {actions.remove || actions.cannotDelete ? <Menu.Divider /> : null}
        {actions.remove ? (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={later(actions.remove)}
          >
            Delete
          </Menu.Item>
        ) : actions.cannotDelete ? (
          <Menu.Item leftSection={<IconTrash {...icon} />} disabled title={actions.cannotDelete}>
            Delete
          </Menu.Item>
        ) : null}
        {actions.restore ? (
          <Menu.Item leftSection={<IconRestore {...icon} />} onClick={actions.restore}>
            Restore
          </Menu.Item>
        ) : actions.cannotRestore ? (
          <Menu.Item leftSection={<IconRestore {...icon} />} disabled title={actions.cannotRestore}>
            Restore
          </Menu.Item>
        ) : null}
        {actions.deleteForever ? (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={later(actions.deleteForever)}
          >
            Delete forever
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
