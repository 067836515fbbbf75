import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { LightMenu } from '../../../../ui/menus/light-menu.tsx';
import { type Column, choosable, columnNames } from './columns.ts';
import classes from './document-table.module.css';

interface ColumnsMenuProps {
  shown: readonly Column[];
  /** Whether the person chose to show or hide some. */
  isChosen: boolean;
  toggle(column: Column): void;
  reset(): void;
}

/** The menu at the end of the headings, which chooses the columns. */
export function ColumnsMenu({ shown, isChosen, toggle, reset }: ColumnsMenuProps) {
  return (
    <LightMenu
      position="bottom-end"
      width={208}
      closeOnItemClick={false}
      portalProps={{ target: '#content' }}
      renderButton={(props) => (
        <ActionIcon
          {...props}
          variant="subtle"
          color="gray"
          size={32}
          className={classes.columns}
          aria-label="Columns"
          title="Columns"
        >
          <IconColumns3 size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    >
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {choosable.map((column) => (
          <Menu.CheckboxItem key={column} checked={shown.includes(column)} onChange={() => toggle(column)}>
            {columnNames[column]}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!isChosen} closeMenuOnClick onClick={reset}>
          Choose automatically
        </Menu.Item>
      </Menu.Dropdown>
    </LightMenu>
  );
}
