import { Text } from '@mantine/core';
import { uploadsSource } from '@sheaf/contract';

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** Notes that the files stay in the trash of their apps: Sheaf deletes nothing there for good. */
export function KeptElsewhere({ sources }: { sources: readonly { slug: string; name: string }[] }) {
  const apps = [...new Set(sources.filter(({ slug }) => slug !== uploadsSource).map(({ name }) => name))];
  if (apps.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      Sheaf forgets files of {lists.format(apps)}. They stay in the trash there for as long as{' '}
      {apps.length === 1 ? 'it keeps' : 'these apps keep'} them.
    </Text>
  );
}
