import { TextInput } from '@mantine/core';
import { type CallInput, user as calls } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { changeEmail, checkEmail } from '../api/profile.ts';

export type EmailChange = CallInput<typeof calls.changeEmail>['body'];

interface ChangeEmailFormProps {
  current: string;
  /** Called with what was typed, so that the code can be sent again. */
  onSent(asked: EmailChange): void;
}

export function ChangeEmailForm({ current, onSent }: ChangeEmailFormProps) {
  const { mutateAsync } = useFormMutation(changeEmail);
  const { mutate: check } = useMutation(checkEmail);
  const { form, submit } = useApiForm({
    schema: calls.changeEmail.body,
    initialValues: { new_email: '', current_password: '' },
    send: (body) => mutateAsync({ body }),
    done: (_, asked) => onSent(asked),
  });

  const field = form.getInputProps('new_email');
  const checkOnBlur = () => {
    field.onBlur();
    const email = form.getValues().new_email;
    if (form.validateField('new_email').hasError || email.toLowerCase() === current) return;
    const onSuccess = ({ available }: { available: boolean }) => {
      if (!available && form.getValues().new_email === email) {
        form.setFieldError('new_email', 'This email already has an account');
      }
    };
    check({ body: { email } }, { onSuccess });
  };

  return (
    <Fields onSubmit={submit}>
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        key={form.key('new_email')}
        {...field}
        onBlur={checkOnBlur}
      />
      <PasswordField of={form} name="current_password" label="Current password" autoComplete="current-password" />
      <SubmitButton of={form}>Send code</SubmitButton>
    </Fields>
  );
}
