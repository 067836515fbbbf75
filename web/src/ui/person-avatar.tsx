import { Avatar } from '@mantine/core';
import { initials } from '../lib/format.ts';

interface Person {
  name: string;
  avatar: string | null;
}

/** A person's picture, or their initials. Decorative: the name stands beside it or names the button around it. */
export function PersonAvatar({ person, size = 32 }: { person: Person; size?: number }) {
  return (
    <Avatar src={person.avatar} alt="" size={size} radius="50%" color="teal" variant="light" aria-hidden>
      <span style={{ fontSize: size * 0.38, fontWeight: 600 }}>{initials(person.name)}</span>
    </Avatar>
  );
}
