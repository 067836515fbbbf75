import { Divider, Stack } from '@mantine/core';
import { knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Below the form of email and password, where the browser knows passkeys. */
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
