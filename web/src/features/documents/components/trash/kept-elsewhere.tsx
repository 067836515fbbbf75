import { Text } from '@mantine/core';
import { uploadsSource } from '@sheaf/contract';

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** Notes that the files stay in the trash of their apps: Sheaf deletes nothing there for good. */
export function KeptElsewhere({ sources }: { sources: readonly { slug: string; name: string }[] }) {
  const apps = [...new Set(sources.filter(({ slug }) => slug !== uploadsSource).map(({ name }) => name))];
  if (apps.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      Files from {lists.format(apps)} are removed from Sheaf, but stay in the{' '}
      {apps.length === 1 ? 'app’s trash for as long as it keeps' : 'apps’ trash for as long as they keep'} them.
    </Text>
  );
}
