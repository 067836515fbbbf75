import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface DotsButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The name of the menu it opens. */
  label: string;
  icon?: { size: number; stroke: number };
}

/** Opens a menu with actions. */
export const DotsButton = ({ label, icon = { size: 20, stroke: 1.6 }, ...props }: DotsButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} {...props}>
    <IconDots {...icon} aria-hidden />
  </ActionIcon>
);
