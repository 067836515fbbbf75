import { Menu, Popover, UnstyledButton } from '@mantine/core';
import { ApiError, type Label, labels } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EditableName } from '../../../ui/forms/editable-name.tsx';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { afterMenu } from '../../../ui/menus/light-menu.tsx';
import { deleteLabel, updateLabel } from '../api/labels.ts';
import classes from './label-header.module.css';
import { LabelMenuItems } from './label-menu-items.tsx';
import { Swatches } from './swatches.tsx';

/** The name and color of a label, both editable in place. */
export function LabelHeader({ label, onDelete }: { label: Label; onDelete(): void }) {
  const [renaming, setRenaming] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { mutateAsync: update } = useMutation(updateLabel);
  const { mutate: remove } = useMutation(deleteLabel);

  const rename = (name: string) =>
    update({ ...label, name }).then(
      () => undefined,
      (error) => (error instanceof ApiError ? (error.errors.name?.[0] ?? error.message) : String(error)),
    );
  const recolour = (color: string) => {
    update({ ...label, color: color as Label['color'] }).catch(() => {});
  };
  const edit = (focus: 'name' | 'color') => afterMenu(() => (focus === 'name' ? setRenaming(true) : setChoosing(true)));
  const removeAndLeave = () => {
    onDelete();
    remove(label);
  };

  return (
    <div className={`row gap-12 ${classes.header}`}>
      <Popover
        opened={choosing}
        onChange={setChoosing}
        position="bottom-start"
        withinPortal={false}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className={`framed centered rigid ${classes.color}`}
            style={{ '--dot': label.color }}
            aria-label="Change color"
            onClick={() => setChoosing(!choosing)}
          />
        </Popover.Target>
        <Popover.Dropdown className={classes.palette}>
          <Swatches label="Color" defaultValue={label.color} onChange={recolour} />
        </Popover.Dropdown>
      </Popover>
      <EditableName
        name={label.name}
        kind="label"
        rule={labels.update.body.shape.name}
        editing={renaming}
        onEditing={setRenaming}
        save={rename}
      />
      <Menu position="bottom-end" width={176} withinPortal={false}>
        <Menu.Target>
          <DotsButton label="Actions for this label" />
        </Menu.Target>
        <Menu.Dropdown>
          <LabelMenuItems onEdit={edit} onDelete={removeAndLeave} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
