import {
  Box,
  Button,
  type ButtonProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from './fields.module.css';

/** A form whose error messages use the gap between its fields, so that nothing moves when they appear. */
export function Fields({
  onSubmit,
  children,
}: {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}) {
  return (
    <Box component="form" noValidate className={classes.fields} onSubmit={onSubmit}>
      {children}
    </Box>
  );
}

/** What fields and buttons use of a form of `useApiForm`. */
interface Form {
  submitting: boolean;
  key(name: string): string;
  getInputProps(name: string): object;
}

/** Which value of which form a field is for. */
export interface FieldOf {
  of: Form;
  name: string;
}

export const TextField = ({ of: form, name, ...props }: TextInputProps & FieldOf) => (
  <TextInput key={form.key(name)} {...form.getInputProps(name)} {...props} />
);

export const PasswordField = ({ of: form, name, ...props }: PasswordInputProps & FieldOf) => (
  <PlainPasswordField key={form.key(name)} {...form.getInputProps(name)} {...props} />
);

/** Of no form of `useApiForm`. */
export function PlainPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      // Mantine says so for its other fields, but not for this one.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show typed text' }}
      {...props}
    />
  );
}

/** Sends the form. */
export function SubmitButton({ of: form, ...props }: ButtonProps & { of: Form; children: ReactNode }) {
  const button = <Button type="submit" loading={form.submitting} {...props} />;
  return props.fullWidth ? button : <div>{button}</div>;
}
