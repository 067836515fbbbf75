import { documents } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { plan } from '../testing/documents.ts';
import { answers } from '../testing/fake-server.ts';
import { openApp } from '../testing/open-app.tsx';

it('shows changes made between loading a list and the first event connection', async () => {
  const { server } = openApp('/directory?place=my-files', { server: [answers(documents.list, [])] });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.line = promise;
  await screen.findByText('No files yet');
  server.now(answers(documents.list, [plan]));
  resolve();
  await screen.findByText('plan.txt');
});
