import { collections } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { fill } from '../../../testing/page.ts';

it('keeps a name typed before the collections have loaded', async () => {
  const asked = Promise.withResolvers<[]>();
  const { user } = openApp('/collections', { server: [answers(collections.list, () => asked.promise)] });
  await user.click(await screen.findByRole('button', { name: 'Create a collection' }));
  const name = () => screen.getByLabelText<HTMLInputElement>('Name');
  await screen.findByRole('dialog');
  fill(name(), 'Contracts');
  asked.resolve([]);
  await screen.findByText('No collections yet');
  expect(name().value).toBe('Contracts');
});
