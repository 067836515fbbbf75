import { useState } from 'react';
import { initials } from '../../lib/format/format.ts';
import classes from './person-avatar.module.css';

interface Person {
  name: string;
  avatar: string | null;
}

/**
 * A person’s picture, or their initials. Decorative: the name is next to it or labels the button around it. A plain
 * element instead of a Mantine component, because every row of a list has one.
 */
export function PersonAvatar({ person, size = 32 }: { person: Person; size?: number }) {
  const [failed, setFailed] = useState<string>();
  const { avatar, name } = person;
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden>
      {avatar && avatar !== failed ? (
        <img src={avatar} alt="" className={classes.picture} onError={() => setFailed(avatar)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
