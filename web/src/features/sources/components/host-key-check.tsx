import { Button, Group, Stack, Text } from '@mantine/core';
import classes from './host-key-check.module.css';

interface HostKeyCheckProps {
  fingerprint: string;
  onTrust(): void;
  onCancel(): void;
}

/** Shows the key of a server that is seen for the first time; from now on only this one is accepted. */
export function HostKeyCheck({ fingerprint, onTrust, onCancel }: HostKeyCheckProps) {
  return (
    <Stack gap="md">
      <Text>
        Sheaf has not seen this server before. Compare its key with the one its administrator gives you. From now on
        Sheaf accepts no other.
      </Text>
      <figure className={classes.key}>
        <figcaption>Host key</figcaption>
        <code>{fingerprint}</code>
      </figure>
      <Group grow gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onTrust} autoFocus>
          Trust this server
        </Button>
      </Group>
    </Stack>
  );
}
