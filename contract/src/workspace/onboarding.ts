import { z } from 'zod';
import { billingInterval, plan } from '../billing/plans.ts';
import { endpoint } from '../calls/endpoint.ts';

/** The steps of the guide, except its last page. */
const stepCount = 7;
const planStep = 3;

const step = z.int('Choose a step').min(1, 'Choose a step').max(stepCount, 'Choose a step');
const state = z.enum(['completed', 'skipped'], 'Must be completed or skipped');
/** The plan chosen in 'Select plan', for the steps that follow it. */
const choice = z.strictObject({ plan, interval: billingInterval }, 'Choose a plan');

const progress = z
  .object({
    /** Steps that are neither completed nor skipped are omitted. */
    steps: z.array(z.object({ step, state })),
    choice: choice.nullable(),
  })
  .meta({ id: 'OnboardingProgress' });
export type OnboardingProgress = z.output<typeof progress>;

export const onboarding = {
  get: endpoint({
    method: 'GET',
    path: '/user/onboarding',
    access: 'workspace.read',
    summary: 'Progress of the setup guide in the current workspace',
    data: progress,
  }),
  record: endpoint({
    method: 'PUT',
    path: '/user/onboarding',
    access: 'workspace.read',
    summary: 'Record a step as completed or skipped; a completed step stays completed',
    body: z
      .strictObject({ step, state, choice: choice.optional() })
      .refine((done) => !done.choice || done.step === planStep, {
        error: 'Only the step ‘Select plan’ takes a choice',
        path: ['choice'],
      }),
    data: progress,
    errors: ['validation_failed'],
    whileReadOnly: true,
  }),
};
