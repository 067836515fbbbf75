import { Button, Group, Stack, Text } from '@mantine/core';
import classes from './host-key-check.module.css';

interface HostKeyCheckProps {
  fingerprint: string;
  onTrust(): void;
  onCancel(): void;
}

/** Shows the key of a server that is new to Sheaf; from now on only this key is accepted. */
export function HostKeyCheck({ fingerprint, onTrust, onCancel }: HostKeyCheckProps) {
  return (
    <Stack gap="md">
      <Text>
        Sheaf hasn’t connected to this server before. Compare its key with the one from your administrator. After this,
        Sheaf accepts only this key.
      </Text>
      <figure className={classes.key}>
        <figcaption className="dimmed small">Host key</figcaption>
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
