import { Badge, Menu, Text } from '@mantine/core';
import { type Member, may, mayManage, type Role } from '@sheaf/contract';
import { IconCrown, IconDoorExit, IconUserMinus } from '@tabler/icons-react';
import { formatAgo, formatDate } from '../../../lib/format/format.ts';
import table from '../../../ui/lists/table.module.css';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { RoleSelect } from './role-select.tsx';

interface MemberRowProps {
  member: Member;
  viewer: { id: string; role: Role };
  /** The place in the whole list, counted from the header. */
  index: number;
  onRemove(): void;
  onHandOver(): void;
  onLeave(): void;
}

export function MemberRow({ member, viewer, index, ...actions }: MemberRowProps) {
  const self = member.id === viewer.id;
  const seen = self ? 'just now' : member.last_seen_at ? formatAgo(member.last_seen_at) : 'never';
  return (
    <tr className={`hoverable ${table.row}`} data-row aria-rowindex={index}>
      <td>
        <div className="row gap-12">
          <PersonAvatar person={member} />
          <div className="shrinkable">
            <Text fw={550} truncate title={member.name}>
              {member.name}
              {self ? (
                <Badge variant="light" size="sm" tt="none" fw={550} ml={8} className={table.wide}>
                  You
                </Badge>
              ) : null}
            </Text>
            <Text size="xs" c="dimmed" truncate className={table.narrow}>
              {member.email}
            </Text>
            <Text size="xs" c="dimmed" truncate className={table.narrow}>
              {self ? 'You' : seen === 'never' ? 'Never seen' : `Seen ${seen}`}
            </Text>
          </div>
        </div>
      </td>
      <td className={table.wide}>
        <Text c="dimmed" truncate title={member.email}>
          {member.email}
        </Text>
      </td>
      <td>
        <RoleSelect member={member} viewer={viewer} />
      </td>
      <td className={table.medium}>{formatDate(member.joined_at)}</td>
      <td className={table.wide}>{seen}</td>
      <td>
        <MemberMenu member={member} viewer={viewer} {...actions} />
      </td>
    </tr>
  );
}

function MemberMenu({ member, viewer, onRemove, onHandOver, onLeave }: Omit<MemberRowProps, 'index'>) {
  const self = member.id === viewer.id;
  const mayRemove = !self && mayManage(viewer.role, member.role);
  const mayHandOver = !self && member.role !== 'owner' && may(viewer.role, 'workspace.hand-over');
  if (!self && !mayRemove && !mayHandOver) return null;
  return (
    <div className={table.actions}>
      <Menu position="bottom-end" width={208} withinPortal={false}>
        <Menu.Target>
          <DotsButton label={`Actions for ${member.name}`} icon={{ size: 18, stroke: 1.8 }} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayHandOver ? (
            <Menu.Item leftSection={<IconCrown size={16} stroke={1.6} aria-hidden />} onClick={onHandOver}>
              Transfer ownership
            </Menu.Item>
          ) : null}
          {mayRemove ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconUserMinus size={16} stroke={1.6} aria-hidden />}
              onClick={onRemove}
            >
              Remove
            </Menu.Item>
          ) : null}
          {self ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconDoorExit size={16} stroke={1.6} aria-hidden />}
              onClick={onLeave}
            >
              Leave workspace
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
