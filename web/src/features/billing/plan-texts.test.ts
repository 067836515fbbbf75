import { expect, it } from 'vitest';
import { includedText, monthlyPrice, priceNote, yearlySaving } from './plan-texts.ts';

it('lists what a plan includes', () => {
  expect(includedText('members', 10)).toBe('10 members');
  expect(includedText('storage_bytes', 5 * 1024 ** 3)).toBe('5 GB storage');
  expect(includedText('storage_bytes', 1536 * 1024 ** 2)).toBe('1.50 GB storage');
  expect(includedText('ai_messages', 2000)).toBe('2,000 AI messages a month');
  expect(includedText('transfer_bytes', null)).toBe('Unlimited transfers a month');
  expect(includedText('accounts', null)).toBe('Unlimited connected accounts');
});

it('shows what a plan costs', () => {
  expect([monthlyPrice('free', 'year'), priceNote('free', 'year')]).toEqual(['$0', 'for everyone']);
  expect([monthlyPrice('team', 'month'), priceNote('team', 'month')]).toEqual(['$10', 'per member a month']);
  expect([monthlyPrice('team', 'year'), priceNote('team', 'year')]).toEqual([
    '$8',
    'per member a month, $96 billed yearly',
  ]);
  expect(yearlySaving()).toBe(20);
});
