import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Form } from './fields.tsx';

interface FormButtonsProps extends Pick<ButtonProps, 'color' | 'disabled' | 'loading'> {
  label: string;
  onCancel: (() => void) | undefined;
}

/** The buttons at the end of a form in a dialog. */
export function FormButtons({ label, onCancel, ...submit }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button type="submit" {...submit}>
        {label}
      </Button>
    </Group>
  );
}

/** Submits the form; as wide as the form, or as its text. */
export function SubmitButton({ of: form, ...props }: ButtonProps & { of: Form; children: ReactNode }) {
  const button = <Button type="submit" loading={form.submitting} {...props} />;
  return props.fullWidth ? button : <div>{button}</div>;
}
