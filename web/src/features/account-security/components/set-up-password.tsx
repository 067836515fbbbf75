import { Alert, Text } from '@mantine/core';
import { twoFactor } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { beginSetUp } from '../api/two-factor.ts';
import { FormButtons } from './form-buttons.tsx';

interface SetUpPasswordProps {
  onBegun(begun: { secret: string; uri: string }): void;
  onCancel: (() => void) | undefined;
}

export function SetUpPassword({ onBegun, onCancel }: SetUpPasswordProps) {
  const { mutateAsync } = useFormMutation(beginSetUp, { showsProblem: true });
  const { form, submit, problem } = useApiForm({
    schema: twoFactor.begin.body,
    initialValues: { current_password: '' },
    send: (body) => mutateAsync({ body }),
    done: onBegun,
  });
  return (
    <Fields onSubmit={submit}>
      <Text>
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.
      </Text>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label="Continue" loading={form.submitting} onCancel={onCancel} />
    </Fields>
  );
}
