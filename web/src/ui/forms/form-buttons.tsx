import { Button, type ButtonProps, Group } from '@mantine/core';

interface FormButtonsProps extends Pick<ButtonProps, 'color' | 'disabled' | 'loading'> {
  label: string;
  onCancel: (() => void) | undefined;
}

/** The end of a form in a dialog. */
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
