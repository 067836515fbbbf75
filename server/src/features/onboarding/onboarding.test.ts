import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

const { onboarding } = contract;

it('shows no step done to a new member', async () => {
  const me = await person(app);
  expect((await me.call(onboarding.get)).data).toEqual({ steps: [], choice: null });
});

it('records steps, keeps completed ones and lets skipped ones be completed', async () => {
  const { call } = await person(app);
  for (const [step, state] of [
    [1, 'completed'],
    [1, 'skipped'],
    [6, 'skipped'],
    [2, 'skipped'],
    [2, 'completed'],
  ] as const) {
    await call(onboarding.record, { body: { step, state } });
  }
  expect((await call(onboarding.get)).data.steps).toEqual([
    { step: 1, state: 'completed' },
    { step: 2, state: 'completed' },
    { step: 6, state: 'skipped' },
  ]);
});

it('keeps the chosen plan until another is chosen', async () => {
  const { call } = await person(app);
  const choose = (plan: 'team' | 'business', interval: 'month' | 'year') =>
    call(onboarding.record, { body: { step: 3, state: 'completed', choice: { plan, interval } } });
  await choose('team', 'month');
  await call(onboarding.record, { body: { step: 3, state: 'skipped' } });
  expect((await call(onboarding.get)).data.choice).toEqual({ plan: 'team', interval: 'month' });
  await choose('business', 'year');
  expect((await call(onboarding.get)).data.choice).toEqual({ plan: 'business', interval: 'year' });
});

it('has seven steps, of which only the plan step takes a choice', async () => {
  const { call } = await person(app);
  const choice = { plan: 'team', interval: 'month' } as const;
  const misplaced = await failure(call(onboarding.record, { body: { step: 4, state: 'completed', choice } }));
  expect([misplaced.status, Object.keys(misplaced.errors)]).toEqual([422, ['choice']]);
  for (const step of [0, 8, 1.5]) {
    expect((await failure(call(onboarding.record, { body: { step, state: 'completed' } }))).status).toBe(422);
  }
  expect((await call(onboarding.get)).data.steps).toEqual([]);
});

it('has a separate guide for each member of each workspace', async () => {
  const owner = await person(app);
  const guest = await person(app, { organizationId: owner.organizationId, role: 'guest' });
  const elsewhere = await person(app);
  await owner.call(onboarding.record, { body: { step: 1, state: 'completed' } });
  expect((await guest.call(onboarding.get)).data.steps).toEqual([]);
  expect((await elsewhere.call(onboarding.get)).data.steps).toEqual([]);
  const recorded = await guest.call(onboarding.record, { body: { step: 1, state: 'skipped' } });
  expect(recorded.data.steps).toEqual([{ step: 1, state: 'skipped' }]);
});
