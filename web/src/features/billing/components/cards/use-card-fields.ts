import { useComputedColorScheme } from '@mantine/core';
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The three fields of the provider, in the colors of the page. */
export function useCardFields(stripe: Stripe) {
  const scheme = useComputedColorScheme();
  const [fields] = useState(() => {
    const elements = stripe.elements();
    const style = colorsOfPage(scheme);
    return {
      number: elements.create('cardNumber', { style, showIcon: true }),
      expiry: elements.create('cardExpiry', { style }),
      cvc: elements.create('cardCvc', { style }),
    };
  });
  useEffect(() => {
    const style = colorsOfPage(scheme);
    fields.number.update({ style });
    fields.expiry.update({ style });
    fields.cvc.update({ style });
  }, [fields, scheme]);
  return fields;
}

function colorsOfPage(scheme: 'light' | 'dark'): StripeElementStyle {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(name).trim();
  return {
    base: {
      color: color('--mantine-color-text'),
      fontSize: '14px',
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      iconColor: color(scheme === 'dark' ? '--mantine-color-dark-2' : '--mantine-color-gray-6'),
      '::placeholder': { color: color('--mantine-color-placeholder') },
    },
    invalid: { color: color('--mantine-color-error'), iconColor: color('--mantine-color-error') },
  };
}
