import { Radio, Stack } from '@mantine/core';
import { type Industry, industries, type Organization } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { updateOrganization } from '../api/change-organization.ts';
import { nameOfIndustry } from '../display-names.ts';
import classes from './industry-form.module.css';

interface IndustryFormProps {
  organization: Organization;
  onSaved(): void;
  renderButtons(state: { chosen: boolean; submitting: boolean; submit(): void }): ReactNode;
}

/** A choice of one industry, with all of them visible. */
export function IndustryForm({ organization, onSaved, renderButtons }: IndustryFormProps) {
  const [industry, setIndustry] = useState<Industry | null>(organization.industry);
  const { mutate, isPending } = useMutation(updateOrganization);
  const submit = () => {
    const { id, name } = organization;
    mutate({ params: { id }, body: { name, industry } }, { onSuccess: onSaved });
  };
  return (
    <Stack gap="lg">
      <Radio.Group
        aria-label="Industry"
        value={industry ?? ''}
        onChange={(value) => setIndustry(value as Industry)}
        name="industry"
      >
        <div className={classes.industries}>
          {industries.map((value) => (
            <Radio
              key={value}
              value={value}
              label={nameOfIndustry(value)}
              classNames={{
                root: `framed hoverable ${classes.industry}`,
                body: classes.body,
                labelWrapper: classes.label,
              }}
            />
          ))}
        </div>
      </Radio.Group>
      {renderButtons({ chosen: industry !== null, submitting: isPending, submit })}
    </Stack>
  );
}
