import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from './copy-field.tsx';
import type { CreatedKey } from './create-key-form.tsx';

export function NewKey({ created, onDone }: { created: CreatedKey; onDone(): void }) {
  return (
    <Stack gap="lg">
      <Text>Copy the key for “{created.name}” now and keep it in a safe place. You won’t be able to see it again.</Text>
      <CopyField label="API key" value={created.key} focused />
      {created.scopes.includes('mcp') ? (
        <>
          <Text>
            To connect an assistant, add a server of the type “HTTP” with this address, and send the key in the header{' '}
            <b>Authorization</b> as “Bearer”, a space and the key.
          </Text>
          <CopyField label="Server address" value={`${location.origin}/mcp`} />
        </>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
