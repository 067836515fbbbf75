import { sources } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { accountAt } from '../../../testing/accounts.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';

const account = accountAt('google-drive', 'Google Drive', {
  not_included: [{ what: 'shared drives', count: 1204, why: 'Sheaf reads up to 5,000 shared drives.' }],
});

it('shows on an account’s card how much a limit leaves out, and why', async () => {
  openApp('/apps', { server: [answers(sources.accounts, [account]), answers(sources.list, [])] });
  await screen.findByText('1,204 shared drives not included. Sheaf reads up to 5,000 shared drives.');
});
