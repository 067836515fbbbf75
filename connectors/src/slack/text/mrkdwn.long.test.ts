import { expect, it } from 'vitest';
import { toHtml } from './mrkdwn.ts';

/** This test measures time, which depends on the machine. */

const names = { user: () => 'Ada', channel: () => 'general', group: () => 'site-team' };

it('converts a long text quickly', () => {
  const begun = process.cpuUsage();
  for (const piece of ['*', '_a ', '<', '`', '&gt;', '<@', '*a _b '])
    toHtml(piece.repeat(40_000 / piece.length), names);
  expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(3);
});
