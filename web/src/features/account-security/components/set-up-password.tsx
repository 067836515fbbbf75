import { Alert, Radio, Stack, Text } from '@mantine/core';
import { twoFactor } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { asPasskeyProblem } from '../../../lib/browser/passkeys.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { passkeysQuery } from '../api/passkeys.ts';
import { beginSetUp, turnOnWithPasskey } from '../api/two-factor.ts';

interface SetUpPasswordProps {
  /** Whether a passkey can be the second factor, here and in this browser. */
  withPasskey: boolean;
  /** Called for an authenticator app, with the secret to add to it. */
  onBegin(begun: { secret: string; uri: string }): void;
  /** Called when a passkey is the second factor: nothing else is needed. */
  onTurnedOn(recoveryCodes: string[]): void;
  onCancel: (() => void) | undefined;
}

/** The first step: what to sign in with besides the password, and the password itself. */
export function SetUpPassword({ withPasskey, onBegin, onTurnedOn, onCancel }: SetUpPasswordProps) {
  const [method, setMethod] = useState<'app' | 'passkey'>('app');
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, enabled: withPasskey });
  const begin = useFormMutation(beginSetUp, { showsProblem: true });
  const turnOn = useFormMutation(turnOnWithPasskey, { showsProblem: true });
  const hasPasskey = passkeys.length > 0;
  const { form, submit, problem } = useApiForm({
    schema: twoFactor.begin.body,
    initialValues: { current_password: '' },
    async send(body) {
      if (method === 'app') return onBegin(await begin.mutateAsync({ body }));
      const { recovery_codes } = await turnOn.mutateAsync({ ...body, hasPasskey }).catch(asPasskeyProblem);
      onTurnedOn(recovery_codes);
    },
  });
  return (
    <Fields onSubmit={submit}>
      {withPasskey ? (
        <Radio.Group label="Besides your password, sign in with" value={method} onChange={setMethod}>
          <Stack gap="sm" mt="xs">
            <Radio
              value="app"
              data-autofocus
              label="An authenticator app"
              description="A code from an app on your phone, such as Google Authenticator or 1Password."
            />
            <Radio
              value="passkey"
              label="A passkey"
              description={
                hasPasskey
                  ? 'Your fingerprint, face, screen lock or security key. You have one already.'
                  : 'Your fingerprint, face, screen lock or security key. Your browser asks where to keep it.'
              }
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text>
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
          1Password.
        </Text>
      )}
      <PasswordField
        of={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        data-autofocus={withPasskey ? undefined : true}
      />
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label="Continue" loading={form.submitting} onCancel={onCancel} />
    </Fields>
  );
}
