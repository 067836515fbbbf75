import { IconUsers } from '@tabler/icons-react';
import classes from './person-avatar.module.css';
import { PersonAvatar } from './person-avatar.tsx';

interface Principal {
  kind: 'user' | 'group';
  name: string;
  avatar: string | null;
}

/** A person's picture, or the sign of a group. Decorative, as the name is next to it. */
export function PrincipalAvatar({ principal }: { principal: Principal }) {
  return principal.kind === 'group' ? <GroupAvatar /> : <PersonAvatar person={principal} />;
}

export function GroupAvatar() {
  return (
    <span className={`${classes.avatar} ${classes.group}`} style={{ width: 32, height: 32 }} aria-hidden>
      <IconUsers size={18} stroke={1.8} />
    </span>
  );
}
