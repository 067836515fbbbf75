import { Alert, Button, Group, Switch, TextInput } from '@mantine/core';
import { messages } from '@sheaf/contract';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import { Fields } from '../../../../ui/forms/fields.tsx';
import classes from './card-field.module.css';
import { CardField } from './card-field.tsx';
import { useCardFields } from './use-card-fields.ts';
import { useRegisterCard } from './use-register-card.ts';

interface AddCardFormProps {
  stripe: Stripe;
  intent: { client_secret: string; register_intent_id: string };
  onAdded(): void;
  onCancel(): void;
}

/** Number, date and CVC are fields of the provider; the name on the card is ours. */
export function AddCardForm({ stripe, intent, onAdded, onCancel }: AddCardFormProps) {
  const { number, expiry, cvc } = useCardFields(stripe);
  const { save, saving, problem } = useRegisterCard({ stripe, intent, number, onAdded });
  const [primary, setPrimary] = useState(true);
  const [nameError, setNameError] = useState<string>();
  const name = useRef<HTMLInputElement>(null);

  const check = () => {
    const missing = name.current?.value.trim() ? undefined : messages.required;
    setNameError(missing);
    return !missing;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    if (check()) void save(name.current?.value.trim() ?? '', primary);
    else name.current?.focus();
  };

  return (
    <Fields onSubmit={submit}>
      <CardField label="Card number" element={number} onEscape={onCancel} />
      <TextInput
        ref={name}
        label="Name on card"
        autoComplete="cc-name"
        maxLength={120}
        error={nameError}
        onBlur={(event) => (event.currentTarget.value || nameError) && check()}
        readOnly={saving}
      />
      <div className={classes.pair}>
        <CardField label="Expiration date" element={expiry} onEscape={onCancel} />
        <CardField label="CVC" element={cvc} onEscape={onCancel} />
      </div>
      <Switch
        label="Make primary"
        checked={primary}
        disabled={saving}
        onChange={(event) => setPrimary(event.currentTarget.checked)}
      />
      {problem ? (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={saving}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          Save
        </Button>
      </Group>
    </Fields>
  );
}
