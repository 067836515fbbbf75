import { Input } from '@mantine/core';
import type { StripeCardCvcElement, StripeCardExpiryElement, StripeCardNumberElement } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import classes from './card-field.module.css';

export type CardElement = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement;

interface CardFieldProps {
  label: string;
  element: CardElement;
  /** The page does not see keys that are pressed in the frame. */
  onEscape(): void;
}

/** A field of the provider: typed text stays in its frame and never reaches this page. */
export function CardField({ label, element, onEscape }: CardFieldProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const [message, setMessage] = useState<string>();
  const leave = useEffectEvent(onEscape);

  useEffect(() => {
    if (frame.current) element.mount(frame.current);
    // The three kinds of elements have the same events, but TypeScript sees three functions.
    const field = element as StripeCardNumberElement;
    field.on('focus', () => setFocused(true));
    field.on('blur', () => setFocused(false));
    field.on('change', (event) => setMessage(event.error?.message));
    field.on('escape', () => leave());
    return () => element.unmount();
  }, [element]);

  return (
    <Input.Wrapper
      label={label}
      error={message}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => element.focus() }}
      errorProps={{ id: `${id}-error` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and margins of its own */}
      <div
        ref={frame}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={message ? `${id}-error` : undefined}
        className={classes.frame}
        data-focused={focused || undefined}
        data-invalid={message ? true : undefined}
      />
    </Input.Wrapper>
  );
}
