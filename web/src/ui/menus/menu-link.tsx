import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './menu-link.module.css';

type Props = Omit<MenuItemProps, 'href'> & Omit<ComponentProps<'a'>, keyof MenuItemProps>;

/**
 * A link in a menu, marked while its page is open. It isn’t in links.tsx because Mantine’s menu is larger than all of
 * the sign-in pages.
 */
export const MenuLink = createLink(({ className, ...props }: Props) => (
  <Menu.Item component="a" className={className ? `${classes.link} ${className}` : classes.link} {...props} />
));
