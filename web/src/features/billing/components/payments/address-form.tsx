import { Button, Group, NativeSelect } from '@mantine/core';
import { type BillingAddress, payment } from '@sheaf/contract';
import { useApiForm } from '../../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../../ui/forms/fields.tsx';
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

interface AddressFormProps {
  address: BillingAddress | null;
  onSaved?: () => void;
  onCancel?: (() => void) | undefined;
}

/** Company, address and VAT ID on invoices; taxes are calculated from the address. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { mutateAsync } = useFormMutation(saveAddress);
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
      vat_id: address?.vat_id ?? '',
    },
    send: ({ line2, state, vat_id, ...body }) =>
      mutateAsync({ ...body, line2: line2 || null, state: state || null, vat_id: vat_id || null }),
    done: () => {
      toast.success('Billing details saved');
      onSaved?.();
    },
  });
  return (
    <Fields onSubmit={submit}>
      <div className={classes.fields}>
        {fields.map(({ name, label, autoComplete, ...field }) => (
          <TextField
            key={name}
            of={form}
            name={name}
            label={label}
            autoComplete={autoComplete}
            className={'half' in field ? undefined : classes.wide}
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
        <TextField
          of={form}
          name="vat_id"
          label="VAT ID (optional)"
          description="With its country code, like DE123456789."
          autoComplete="off"
          className={classes.wide}
        />
      </div>
      <Group gap="xs">
        <Button type="submit" variant="default" loading={form.submitting}>
          Save billing details
        </Button>
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </Group>
    </Fields>
  );
}
