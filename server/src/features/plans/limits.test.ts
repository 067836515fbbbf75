import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { limitReached } from './limits.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const messageWith = (given: object) => {
  const config = { ...readConfig({}), ...given };
  return limitReached({ config }, { plan: 'free', limit: 'ai_messages', used: 50, role: 'owner' }).message;
};

it('says how to get rid of limits when billing runs in test mode', () => {
  expect(messageWith({ billing: true, stripe: null })).toMatch(
    /Upgrade the plan to get more\. This is test billing: set BILLING=off to remove plans and limits\.$/,
  );
  expect(messageWith({ billing: true, stripe })).toMatch(/Upgrade the plan to get more\.$/);
});
