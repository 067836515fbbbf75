import { Menu, Text, UnstyledButton } from '@mantine/core';
import type { Group } from '@sheaf/contract';
import { IconUserPlus } from '@tabler/icons-react';
import table from '../../../ui/lists/table.module.css';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { RenameAndDelete } from '../../../ui/menus/rename-and-delete.tsx';
import { GroupAvatar } from '../../../ui/pictures/principal-avatar.tsx';
import classes from './groups.module.css';

interface GroupRowProps {
  group: Group;
  mayManage: boolean;
  onPeople(): void;
  onRename(): void;
  onDelete(): void;
}

export function GroupRow({ group, mayManage, onPeople, onRename, onDelete }: GroupRowProps) {
  return (
    <tr className={`hoverable ${table.row}`} data-row>
      <td>
        <div className="row gap-12">
          <GroupAvatar />
          <div className="shrinkable">
            <UnstyledButton className={`ellipsis ${classes.name}`} title={group.name} onClick={onPeople}>
              {group.name}
            </UnstyledButton>
            {group.everyone ? (
              <Text size="xs" c="dimmed" truncate>
                All members, without guests
              </Text>
            ) : null}
          </div>
        </div>
      </td>
      <td>{group.members.toLocaleString('en-US')}</td>
      <td>
        {mayManage && !group.everyone ? (
          <div className={table.actions}>
            <Menu position="bottom-end" width={192} withinPortal={false}>
              <Menu.Target>
                <DotsButton label={`Actions for ${group.name}`} icon={{ size: 18, stroke: 1.8 }} />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />} onClick={onPeople}>
                  Manage people
                </Menu.Item>
                <RenameAndDelete onRename={onRename} onDelete={onDelete} />
              </Menu.Dropdown>
            </Menu>
          </div>
        ) : null}
      </td>
    </tr>
  );
}
