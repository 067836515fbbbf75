import { Alert, Checkbox, TextInput } from '@mantine/core';
import { ApiError, links, type PublicLink } from '@sheaf/contract';
import { type FormEvent, useState } from 'react';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PlainPasswordField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { changeLink, createLink } from '../api/links.ts';
import { dayOf, endOf } from '../link-texts.ts';

interface LinkFormProps {
  documentId: string;
  /** The link to change; null: a new one is created. */
  link: PublicLink | null;
  onCancel(): void;
  onDone(link: PublicLink): void;
}

interface Problems {
  password?: string | undefined;
  expires_at?: string | undefined;
}

const { password: passwordRule, expires_at: expiryRule } = links.create.body.shape;

export function LinkForm({ documentId, link, onCancel, onDone }: LinkFormProps) {
  const [downloads, setDownloads] = useState(link?.downloads ?? true);
  const [isProtected, setProtected] = useState(link?.has_password ?? false);
  const [password, setPassword] = useState('');
  const [day, setDay] = useState(dayOf(link?.expires_at ?? null));
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const [problems, setProblems] = useState<Problems>({});
  const create = useFormMutation(createLink, { showsProblem: true });
  const change = useFormMutation(changeLink, { showsProblem: true });
  const { error, isPending } = link ? change : create;
  const keepsPassword = isProtected && Boolean(link?.has_password) && password === '';
  const isSameDay = day === dayOf(link?.expires_at ?? null);

  const check = (): Problems => ({
    password: isProtected && !keepsPassword ? messageOf(passwordRule.safeParse(password)) : undefined,
    expires_at: day === '' || isSameDay ? undefined : messageOf(expiryRule.safeParse(endOf(day))),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = check();
    setProblems(found);
    if (found.password || found.expires_at) return;
    const onSuccess = onDone;
    const onError = (failure: Error) => {
      if (failure instanceof ApiError)
        setProblems({ password: failure.errors.password?.[0], expires_at: failure.errors.expires_at?.[0] });
    };
    const expiry = isSameDay ? {} : { expires_at: endOf(day) };
    if (link) {
      const secret =
        keepsPassword || (!isProtected && !link.has_password) ? {} : { password: isProtected ? password : null };
      change.mutate({ id: link.id, body: { downloads, ...expiry, ...secret } }, { onSuccess, onError });
    } else {
      const secret = isProtected ? { password } : {};
      create.mutate({ document_id: documentId, downloads, ...expiry, ...secret }, { onSuccess, onError });
    }
  };

  const hasFieldProblem = problems.password !== undefined || problems.expires_at !== undefined;
  return (
    <Fields onSubmit={submit}>
      <Checkbox
        label="Allow downloads"
        description="Without downloads, people can still take screenshots and copy what they see."
        checked={downloads}
        data-autofocus
        onChange={({ currentTarget: { checked } }) => setDownloads(checked)}
      />
      <Checkbox
        label="Require a password"
        description="Send it separately from the link."
        checked={isProtected}
        onChange={({ currentTarget: { checked } }) => setProtected(checked)}
      />
      {isProtected ? (
        <PlainPasswordField
          label={link?.has_password ? 'New password' : 'Password'}
          description={link?.has_password ? 'Leave empty to keep the current one.' : undefined}
          autoComplete="new-password"
          value={password}
          error={problems.password}
          onChange={({ currentTarget: { value } }) => {
            setPassword(value);
            setProblems({ ...problems, password: undefined });
          }}
        />
      ) : null}
      <TextInput
        type="date"
        label="Expires after (optional)"
        description="The link stops working at the end of this day."
        min={today}
        max="9999-12-31"
        value={day}
        error={problems.expires_at}
        onChange={({ currentTarget: { value } }) => {
          setDay(value);
          setProblems({ ...problems, expires_at: undefined });
        }}
      />
      {error && !hasFieldProblem ? (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      ) : null}
      <FormButtons label={link ? 'Save changes' : 'Create public link'} loading={isPending} onCancel={onCancel} />
    </Fields>
  );
}

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.success ? undefined : result.error?.issues[0]?.message;
