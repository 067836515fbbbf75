import { Menu, TextInput } from '@mantine/core';
import { type AiThread, limits } from '@sheaf/contract';
import { IconPencil, IconPin, IconPinFilled, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { afterMenu, LightMenu } from '../../../ui/menus/light-menu.tsx';
import classes from './threads.module.css';

interface ThreadRowProps {
  thread: AiThread;
  current: boolean;
  onOpen(): void;
  onRename(title: string): void;
  onPin(): void;
  onRemove(): void;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

export function ThreadRow({ thread, current, onOpen, onRename, onPin, onRemove }: ThreadRowProps) {
  const { title, pinned } = thread;
  const [editing, setEditing] = useState(false);
  if (editing) {
    const save = (value: string) => {
      const name = value.trim();
      if (name && name !== title) onRename(name);
      setEditing(false);
    };
    return (
      <li className={`hoverable ${classes.row}`}>
        <TextInput
          className={classes.field}
          aria-label="Name of the conversation"
          defaultValue={title}
          autoFocus
          maxLength={limits.nameMax}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save(event.currentTarget.value);
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setEditing(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className={`hoverable selectable ${classes.row}`} data-current={current || undefined}>
      <button
        type="button"
        className={`grow plain row gap-6 ${classes.open}`}
        aria-current={current || undefined}
        title={title}
        onClick={onOpen}
      >
        {pinned ? <IconPinFilled size={13} className="rigid" aria-label="Pinned" /> : null}
        <span className="ellipsis shrinkable">{title}</span>
      </button>
      <LightMenu
        position="bottom-end"
        renderButton={(props) => (
          <DotsButton {...props} className={classes.menu} size={28} label={`Actions for ${title}`} icon={icon} />
        )}
      >
        <Menu.Dropdown>
          <Menu.Item leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />} onClick={onPin}>
            {pinned ? 'Unpin' : 'Pin'}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => afterMenu(() => setEditing(true))}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => afterMenu(onRemove)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </LightMenu>
    </li>
  );
}
