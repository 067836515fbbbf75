import { planLimits } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { usageOf } from './usage.ts';

const usage = { members: 8, invitations: 0, accounts: 5, storage_bytes: 0, ai_messages: 60, transfer_bytes: 0 };

it('colors usage near its limit', () => {
  const free = { limits: planLimits.free, usage };
  expect(usageOf(free, 'members')).toMatchObject({ percent: 80, level: 'near' });
  expect(usageOf(free, 'accounts')).toMatchObject({ percent: 100, level: 'full' });
  expect(usageOf(free, 'storage_bytes')).toMatchObject({ percent: 0, level: 'fine' });
  expect(usageOf(free, 'ai_messages')).toMatchObject({ percent: 120, level: 'full' });
});

it('has no bar without a limit', () => {
  expect(usageOf({ limits: planLimits.business, usage }, 'members')).toMatchObject({ percent: 0, level: 'fine' });
});
