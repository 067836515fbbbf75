import { ActionIcon, Menu } from '@mantine/core';
import type { Label } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDocumentDrop } from '../../../ui/documents/use-document-drop.ts';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import classes from './label-block.module.css';
import { LabelMenuItems } from './label-menu-items.tsx';

interface LabelRowProps {
  label: Label;
  onNavigate?(): void;
  onEdit(focus: 'name' | 'color'): void;
  onDelete(): void;
  /** Documents were dragged onto it. */
  onDocuments?(ids: string[]): void;
}

export function LabelRow({ label, onNavigate, onEdit, onDelete, onDocuments }: LabelRowProps) {
  const drop = useDocumentDrop(onDocuments);
  return (
    <li className={classes.row} data-row {...drop}>
      <Link to="/labels/$id" params={{ id: label.id }} className={classes.link} onClick={onNavigate} title={label.name}>
        <span className={classes.dot} style={{ '--dot': label.color }} aria-hidden />
        <span className={`ellipsis ${classes.name}`}>{label.name}</span>
      </Link>
      <LightMenu
        position="bottom-end"
        width={176}
        withinPortal={false}
        renderButton={(props) => (
          <ActionIcon
            {...props}
            className={classes.menu}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Actions for label ${label.name}`}
          >
            <IconDots size={16} stroke={1.8} />
          </ActionIcon>
        )}
      >
        <Menu.Dropdown>
          <LabelMenuItems onEdit={onEdit} onDelete={onDelete} />
        </Menu.Dropdown>
      </LightMenu>
    </li>
  );
}
