import { Button, Text } from '@mantine/core';
import { authForms, type SecondStep } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField, TextField } from '../../../ui/forms/fields.tsx';
import { login } from '../api/sign-in.ts';

const PROBLEM = 'sign-in-problem';

interface LoginFormProps {
  email?: string;
  /** The password was right, and a second factor is asked for. */
  onSecondStep(step: SecondStep): void;
}

/** Starts the session; the guards then decide where to go. */
export function LoginForm({ email = '', onSecondStep }: LoginFormProps) {
  const { mutateAsync } = useFormMutation(login, { showsProblem: true });
  const { form, submit, problem } = useApiForm({
    schema: authForms.login,
    initialValues: { email, password: '' },
    send: (body) => mutateAsync({ body }),
    done: (data) => 'two_factor_required' in data && onSecondStep(data),
  });
  return (
    <Fields onSubmit={submit}>
      <TextField
        of={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="username webauthn"
        autoFocus={!email}
      />
      <PasswordField
        of={form}
        name="password"
        label="Password"
        autoComplete="current-password"
        autoFocus={Boolean(email)}
      />
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" id={PROBLEM} role="alert">
          {problem}
        </Text>
      ) : null}
      <Button type="submit" aria-describedby={problem ? PROBLEM : undefined} fullWidth loading={form.submitting}>
        Sign in
      </Button>
    </Fields>
  );
}
