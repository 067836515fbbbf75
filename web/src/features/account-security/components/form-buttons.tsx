import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  label: string;
  color?: string;
  loading: boolean;
  onCancel: (() => void) | undefined;
}

/** The end of a form in a dialog. */
export function FormButtons({ label, color, loading, onCancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button type="submit" color={color} loading={loading}>
        {label}
      </Button>
    </Group>
  );
}
