import { Button, Group, Text } from '@mantine/core';

/** Stands where a list could not be loaded; the toast has told why. */
export function LoadFailed({ what, retry }: { what: string; retry(): void }) {
  return (
    <Group gap="sm">
      <Text c="dimmed">We could not load {what}.</Text>
      <Button variant="default" size="xs" onClick={() => retry()}>
        Try again
      </Button>
    </Group>
  );
}
