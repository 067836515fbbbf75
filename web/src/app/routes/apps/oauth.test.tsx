import { sources } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys, tabKeys } from '../../../lib/session/storage-keys.ts';
import { accountAt } from '../../../testing/accounts.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button } from '../../../testing/page.ts';

const id = '01990000-0000-7000-8000-000000000001';
const account = accountAt('onedrive', 'OneDrive', {
  id,
  access: [
    {
      key: 'shared',
      name: 'SharePoint libraries',
      text: 'The libraries of sites you follow.',
      granted_by: 'Ask your administrator.',
      is_allowed: false,
    },
  ],
});
const accounts = answers(sources.accounts, [account]);

it('shows after refused access that the account works and who can allow more, and asks for the same again', async () => {
  const begin = answers(sources.beginOAuth, { url: 'about:blank' });
  localStorage.setItem(storageKeys.source, 'onedrive');
  sessionStorage.setItem(tabKeys.reconnecting, id);
  sessionStorage.setItem(tabKeys.allowing, 'shared');
  const { user, server } = openApp('/oauth?error=access_denied&state=x', { server: [accounts, begin] });
  await screen.findByRole('heading', { name: 'Access wasn’t granted' });
  await screen.findByText(/stays connected and keeps syncing as before\. Ask your administrator\./);
  expect(screen.queryByText(/Nothing was connected/)).toBeNull();
  await user.click(button('Try again'));
  expect(server.callsOf(sources.beginOAuth)).toMatchObject([
    { body: { source: 'onedrive', account_id: id, access: 'shared' } },
  ]);
});
