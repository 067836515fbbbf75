import { Button, Group, Text } from '@mantine/core';

/** Shown in place of a list that could not be loaded; the toast gives the reason. */
export function LoadFailed({ what, retry }: { what: string; retry(): void }) {
  return (
    <Group gap="sm">
      <Text c="dimmed">Couldn’t load {what}.</Text>
      <Button variant="default" size="xs" onClick={() => retry()}>
        Try again
      </Button>
    </Group>
  );
}
