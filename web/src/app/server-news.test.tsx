import { documents } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { plan } from '../testing/documents.ts';
import { answers } from '../testing/fake-server.ts';
import { openApp } from '../testing/open-app.tsx';

it('shows what came between the loading of a list and the first connection for events', async () => {
  const { server } = openApp('/directory?place=my-files', { server: [answers(documents.list, [])] });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.line = promise;
  await screen.findByText('No files yet');
  server.now(answers(documents.list, [plan]));
  resolve();
  await screen.findByText('plan.txt');
});
