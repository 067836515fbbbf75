import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../api/installation.ts';

/** Explains where to find a code on a server without email. */
export function MailNote() {
  const { data } = useQuery(installationQuery);
  if (!data || data.mail === 'sent') return null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      This server doesn’t send email yet.{' '}
      {data.mail === 'mailbox' ? (
        <>
          Find the code in the{' '}
          <Anchor href="/dev/mailbox" target="_blank" rel="noopener" inherit>
            test mailbox
          </Anchor>
          .
        </>
      ) : (
        'Find the code in the server’s log, or ask your administrator.'
      )}
    </Text>
  );
}
