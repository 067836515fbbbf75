import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { saveBlob } from '../../../lib/browser/save-file.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './account-security.module.css';

/** Shows the codes. They can’t be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    copyText(text).then(
      () => toast.success('Recovery codes copied'),
      () => toast.error('Couldn’t copy. Your browser blocked it: select the codes and copy them.'),
    );
  const save = () =>
    saveBlob(
      new Blob([`Sheaf recovery codes\nEach works once.\n\n${text}`], { type: 'text/plain' }),
      'sheaf-recovery-codes.txt',
    );
  return (
    <Stack gap="lg">
      <Text>
        Save these recovery codes in a safe place. If you lose your phone or passkey, each of them signs you in once.
        You won’t be able to see them again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          Download codes
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          I saved the codes
        </Button>
      </Group>
    </Stack>
  );
}
