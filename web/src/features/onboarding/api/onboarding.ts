import { type CallInput, type OnboardingProgress, onboarding } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** The steps that are done, on any device. */
export const onboardingQuery = () =>
  queryOptions({
    queryKey: organizationKey('onboarding'),
    queryFn: async ({ signal }) => (await call(onboarding.get, { signal })).data,
  });

const recording = ['onboarding', 'record'];

/**
 * Shows the change at once: the next step does not wait for the answer. Requests are sent one after the other, so the
 * last answer is the newest.
 */
export const recordStep = mutationOptions({
  mutationKey: recording,
  scope: { id: 'onboarding' },
  mutationFn: async (body: CallInput<typeof onboarding.record>['body']) =>
    (await call(onboarding.record, { body })).data,
  async onMutate({ step, state, choice }, { client }) {
    const { queryKey } = onboardingQuery();
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known: OnboardingProgress | undefined) => {
      if (!known) return known;
      const before = known.steps.find((one) => one.step === step);
      const now = { step, state: before?.state === 'completed' ? before.state : state };
      return {
        steps: [...known.steps.filter((one) => one.step !== step), now],
        choice: choice ?? known.choice,
      };
    });
  },
  onSuccess(progress, _body, _result, { client }) {
    // Ignores an answer that is older than further steps.
    if (client.isMutating({ mutationKey: recording }) === 1) client.setQueryData(onboardingQuery().queryKey, progress);
  },
  onError: (_error, _body, _result, { client }) => client.invalidateQueries(onboardingQuery()),
});
