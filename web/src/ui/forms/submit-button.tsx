import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Form } from './fields.tsx';

/** Sends the form; as wide as the form, or as its text. */
export function SubmitButton({ of: form, ...props }: ButtonProps & { of: Form; children: ReactNode }) {
  const button = <Button type="submit" loading={form.submitting} {...props} />;
  return props.fullWidth ? button : <div>{button}</div>;
}
