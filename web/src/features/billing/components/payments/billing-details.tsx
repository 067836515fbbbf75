import { Button, Text } from '@mantine/core';
import type { BillingAddress } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { Section } from '../../../../ui/layout/section.tsx';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { addressQuery } from '../../api/payments.ts';
import { countryName } from '../../countries.ts';
import { AddressForm } from './address-form.tsx';

interface BillingDetailsProps {
  mayManage: boolean;
  /** Taxes are calculated from the address, so there is no subscription without one. */
  required: boolean;
}

/** Company, address and VAT ID on invoices; owners change them in place. */
export function BillingDetails({ mayManage, required }: BillingDetailsProps) {
  const { data: address, isError, refetch } = useQuery(addressQuery());
  return (
    <Section
      title="Billing details"
      description={`The company name, address and VAT ID on your invoices.${required ? ' Taxes are calculated from the address.' : ''}`}
    >
      {address === undefined ? (
        isError ? (
          <LoadFailed what="the billing details" retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )
      ) : (
        <Details address={address} mayManage={mayManage} required={required} />
      )}
    </Section>
  );
}

function Details({ address, mayManage, required }: BillingDetailsProps & { address: BillingAddress | null }) {
  const [isEditing, setEditing] = useState(false);
  const mustFill = mayManage && required && !address;
  if (isEditing || mustFill) {
    const close = () => setEditing(false);
    return <AddressForm address={address} onSaved={close} onCancel={mustFill ? undefined : close} />;
  }
  return (
    <>
      {address ? (
        <address style={{ fontStyle: 'normal' }}>
          {linesOf(address).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </address>
      ) : (
        <Text c="dimmed">No billing details yet.</Text>
      )}
      {mayManage ? (
        <div>
          <Button variant="default" onClick={() => setEditing(true)}>
            {address ? 'Edit billing details' : 'Add billing details'}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function linesOf({ name, line1, line2, postal_code, city, state, country, vat_id }: BillingAddress): string[] {
  const lines = [
    name,
    line1,
    line2,
    `${postal_code} ${city}`,
    state,
    countryName(country),
    vat_id && `VAT ID ${vat_id}`,
  ];
  return lines.filter((line): line is string => Boolean(line));
}
