import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type BillingAddress, payment } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../../lib/api/use-api-form.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { Fields } from '../../../../ui/forms/fields.tsx';
import { saveAddress } from '../../api/subscription.ts';
import { countryOptions } from '../../countries.ts';
import classes from './address-form.module.css';

const fields = [
  { name: 'name', label: 'Name or company', autoComplete: 'billing name' },
  { name: 'line1', label: 'Address', autoComplete: 'billing address-line1' },
  { name: 'line2', label: 'Apartment, suite (optional)', autoComplete: 'billing address-line2' },
  { name: 'postal_code', label: 'Postal code', autoComplete: 'billing postal-code', half: true },
  { name: 'city', label: 'City', autoComplete: 'billing address-level2', half: true },
  { name: 'state', label: 'State or region (optional)', autoComplete: 'billing address-level1' },
] as const;

/** The address on invoices, from which taxes are calculated. */
export function AddressForm({ address }: { address: BillingAddress | null }) {
  const { mutateAsync } = useMutation(saveAddress);
  const { form, submit } = useApiForm({
    schema: payment.setAddress.body,
    initialValues: {
      name: address?.name ?? '',
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      postal_code: address?.postal_code ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      country: address?.country ?? '',
    },
    send: ({ line2, state, ...body }) => mutateAsync({ ...body, line2: line2 || null, state: state || null }),
    done: () => toast.success('Billing address saved'),
  });
  return (
    <Fields onSubmit={submit}>
      <div className={classes.fields}>
        {fields.map(({ name, label, autoComplete, ...field }) => (
          <TextInput
            key={form.key(name)}
            label={label}
            autoComplete={autoComplete}
            className={'half' in field ? undefined : classes.wide}
            {...form.getInputProps(name)}
          />
        ))}
        <NativeSelect
          key={form.key('country')}
          label="Country"
          autoComplete="billing country"
          data={countryOptions}
          className={classes.wide}
          {...form.getInputProps('country')}
        />
      </div>
      <div>
        <Button type="submit" variant="default" loading={form.submitting}>
          Save address
        </Button>
      </div>
    </Fields>
  );
}
