import { Box, PasswordInput, type PasswordInputProps } from '@mantine/core';
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

export function PasswordField(props: PasswordInputProps) {
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
