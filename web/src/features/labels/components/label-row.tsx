import { Menu } from '@mantine/core';
import type { Label } from '@sheaf/contract';
import { Link } from '@tanstack/react-router';
import { useDocumentDrop } from '../../../ui/documents/use-document-drop.ts';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import side from '../../../ui/navigation/side-links.module.css';
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
    <li className={side.row} data-row {...drop}>
      <Link
        to="/labels/$id"
        params={{ id: label.id }}
        className={`selectable drop-target ${side.link}`}
        onClick={onNavigate}
        title={label.name}
      >
        <span className={`centered rigid ${classes.dot}`} style={{ '--dot': label.color }} aria-hidden />
        <span className={`ellipsis ${side.name}`}>{label.name}</span>
      </Link>
      <LightMenu
        position="bottom-end"
        width={176}
        withinPortal={false}
        renderButton={(props) => (
          <DotsButton
            {...props}
            className={side.menu}
            size={28}
            label={`Actions for label ${label.name}`}
            icon={{ size: 16, stroke: 1.8 }}
          />
        )}
      >
        <Menu.Dropdown>
          <LabelMenuItems onEdit={onEdit} onDelete={onDelete} />
        </Menu.Dropdown>
      </LightMenu>
    </li>
  );
}
