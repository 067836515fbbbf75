import { Divider, Stack } from '@mantine/core';
import { knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Shown below the form of email and password, if the browser supports passkeys. */
export function PasskeySignIn() {
  const isKnown = knowsPasskeys();
  usePasskeyAutofill(isKnown);
  return isKnown ? (
    <Stack gap="md" mt="md">
      <Divider label="or" />
      <PasskeyButton label="Sign in with a passkey" />
    </Stack>
  ) : null;
}
