import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { it } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { saveCard } from './testing/desk.ts';
import { histories, type Step } from './testing/history.ts';
import { Player } from './testing/player.ts';

/**
 * Random histories of people, the bank, the clock and the network, with webhooks that are lost, repeated, late and out
 * of order, and with processes killed at random statements and calls. No one is ever charged twice. In the end our state
 * is the provider's, and everyone has the plan they paid for.
 *
 * A failure prints how to replay it; BILLING_SHRINK=1 makes it shorter, BILLING_RUNS=200 tries more.
 */
const { BILLING_RUNS, BILLING_SHRINK } = process.env;
const plan = { numRuns: Number(BILLING_RUNS ?? 8), endOnFailure: !BILLING_SHRINK };

const buy = { kind: 'change', plan: 'team', interval: 'month' } as const;
/** Always played: the call was cut off before or after it was done, and the person tries again. */
const examples: [Step[]][] = (['request', 'answer'] as const).map((lost) => [
  [
    { ...buy, upset: { call: 1, lost } },
    { ...buy, upset: null },
    { kind: 'work', upset: null },
    { ...buy, upset: null },
    { ...buy, interval: 'year', upset: { call: 1, lost } },
    { kind: 'work', upset: null },
  ],
]);

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const url = await app.app.listen({ port: 0, host: '127.0.0.1' });

it('any history ends with the provider’s state, and no one is charged twice', async () => {
  const play = fc.asyncProperty(histories, async (steps) => {
    stripe.control.webhook({ url: `${url}/api/webhooks/stripe` });
    stripe.control.webhooks({ mode: 'deliver' });
    const owner = await person(app);
    await saveCard(stripe, owner);
    const player = new Player(app, stripe, owner);
    for (const step of steps) await player.play(step);
    await player.settle();
    await player.check();
  });
  await fc.assert(play, { ...plan, examples, numRuns: plan.numRuns + examples.length });
}, 1_800_000);
