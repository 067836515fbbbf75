import { Button, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { passkeyProblem } from '../../../lib/browser/passkeys.ts';
import { signInWithPasskey } from '../api/second-step.ts';

interface PasskeyButtonProps {
  label: string;
  token?: string;
  variant?: 'default' | 'filled';
}

/** Without a token it signs in; with one, it is the second step. */
export function PasskeyButton({ label, token, variant = 'default' }: PasskeyButtonProps) {
  const id = useId();
  const { mutate, isPending, error } = useMutation(signInWithPasskey);
  return (
    <>
      <Button
        variant={variant}
        fullWidth
        loading={isPending}
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        aria-describedby={error ? id : undefined}
        onClick={() => mutate(token)}
      >
        {label}
      </Button>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" id={id} role="alert">
          {passkeyProblem(error)}
        </Text>
      ) : null}
    </>
  );
}
