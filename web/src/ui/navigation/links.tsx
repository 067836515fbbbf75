import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type LinkProps<Props> = Omit<Props, 'href'> & Omit<ComponentProps<'a'>, keyof Props>;

/** A link in a text, to a route of the app. */
export const TextLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);
