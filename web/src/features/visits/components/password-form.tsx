import { Alert, Button } from '@mantine/core';
import { ApiError } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Fields, PlainPasswordField } from '../../../ui/forms/fields.tsx';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { enterPassword } from '../api/visits.ts';

export function PasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation(enterPassword);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') {
      setProblem('This is required');
      field.current?.focus();
      return;
    }
    mutate(
      { token, password },
      {
        onError: (failure) => {
          const [message] = (failure instanceof ApiError && failure.errors.password) || [];
          setProblem(message);
          if (message) field.current?.select();
        },
      },
    );
  };
  return (
    <AuthCard
      title="Enter the password"
      lead="This link is protected by a password. Ask the person who sent it to you."
    >
      <Fields onSubmit={submit}>
        <PlainPasswordField
          ref={field}
          label="Password"
          autoComplete="off"
          value={password}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setPassword(value);
            setProblem(undefined);
          }}
        />
        {error && !(error instanceof ApiError && error.errors.password) ? (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        ) : null}
        <Button type="submit" fullWidth loading={isPending}>
          Open link
        </Button>
      </Fields>
    </AuthCard>
  );
}
