import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ComponentType, FormEvent, ReactNode } from 'react';
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
    <form noValidate className={classes.fields} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

/** The part of a form of `useApiForm` that fields and buttons use. */
export interface Form {
  submitting: boolean;
  key(name: string): string;
  getInputProps(name: string): object;
}

/** The form, and the name of the field’s value in it. */
interface FieldOf {
  of: Form;
  name: string;
}

/** Makes a field that shows and changes the value of that name in a form. */
export function fieldOf<Props extends object>(Input: ComponentType<Props>) {
  return ({ of: form, name, ...props }: Omit<Props, 'name'> & FieldOf) => (
    <Input key={form.key(name)} {...(props as unknown as Props)} {...form.getInputProps(name)} />
  );
}

export function PlainPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      // Mantine sets this on its other fields, but not on this one.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show typed text' }}
      {...props}
    />
  );
}

export const TextField = fieldOf<TextInputProps>(TextInput);
export const PasswordField = fieldOf(PlainPasswordField);
