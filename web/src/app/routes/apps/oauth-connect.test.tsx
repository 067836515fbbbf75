import { sources } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, expectFocus, fill } from '../../../testing/page.ts';

const text = { kind: 'text' as const, required: true, hint: null };
const form = answers(sources.credentialForm, {
  source: { slug: 's3', name: 'S3' },
  fields: [
    { ...text, name: 'bucket', label: 'Bucket' },
    { ...text, name: 'secretAccessKey', label: 'Secret key', kind: 'password' },
    {
      name: 'pathStyle',
      label: 'Address of the bucket',
      kind: 'choice',
      required: false,
      choices: [
        { value: '', label: 'Automatic' },
        { value: 'yes', label: 'In the path' },
      ],
      hint: null,
    },
  ],
});

it('offers choices, and shows the app’s refusal at the wrong field', async () => {
  const message = 'files.example.com has no bucket named “photos”. Check the name.';
  const refusal = refuses(sources.submitCredentials, { code: 'source_failed', message, errors: { bucket: [message] } });
  const { user, server } = openApp('/oauth/connect?source=s3&state=x', { server: [form, refusal] });
  fill(await screen.findByLabelText('Bucket'), 'photos');
  fill(screen.getByLabelText('Secret key'), 'secret');
  const choice = screen.getByLabelText<HTMLSelectElement>('Address of the bucket');
  expect(choice.selectedOptions[0]?.text).toBe('Automatic');
  await user.selectOptions(choice, 'In the path');
  await user.click(button('Connect'));
  await expectDescription(() => screen.getByLabelText('Bucket'), message);
  await expectFocus(() => screen.getByLabelText('Bucket'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.callsOf(sources.submitCredentials)).toMatchObject([
    { body: { fields: { bucket: 'photos', secretAccessKey: 'secret', pathStyle: 'yes' } } },
  ]);
});
