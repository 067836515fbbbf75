import { expect, it } from 'vitest';
import { accountDetail, accountText, accountTitle } from './account-title.ts';

const drive = { name: 'Google Drive' };

it('uses the app’s name until someone names the account', () => {
  const account = { name: 'ada@example.com', display_name: null };
  expect(accountTitle(account, drive)).toBe('Google Drive');
  expect(accountText(account, drive)).toBe('Google Drive, ada@example.com');
  const named = { ...account, display_name: 'Studio' };
  expect(accountTitle(named, drive)).toBe('Studio');
  expect(accountText(named, drive)).toBe('Studio (Google Drive, ada@example.com)');
});

it('repeats nothing', () => {
  const mine = { name: 'My files', display_name: null };
  expect(accountDetail(mine, mine)).toBeUndefined();
  expect(accountText(mine, mine)).toBe('My files');
});
