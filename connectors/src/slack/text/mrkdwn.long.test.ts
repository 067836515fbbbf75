import { expect, it } from 'vitest';
import { toHtml } from './mrkdwn.ts';

/** Time is what is asked about, which depends on the machine. */

const names = { user: () => 'Ada', channel: () => 'general', group: () => 'site-team' };

it('takes a long text in no time', () => {
  const begun = process.cpuUsage();
  for (const piece of ['*', '_a ', '<', '`', '&gt;', '<@', '*a _b '])
    toHtml(piece.repeat(40_000 / piece.length), names);
  expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(3);
});
