import { may, type OnboardingProgress, type Role } from '@sheaf/contract';
import { FINISH } from './step-search.ts';

/** The steps of the page guide, first to last. */
export const steps = [
  'Personalization',
  'Edit workspace',
  'Select plan',
  'Select card',
  'Review and pay',
  'Select industry',
  'Connect apps',
] as const;

/** The number of each step in the address. */
export const stepNumbers = { profile: 1, workspace: 2, plan: 3, card: 4, pay: 5, industry: 6, apps: 7 } as const;

/** The progress of the guide, in percent. */
export function progress(step: number): number {
  if (step < 2) return 0;
  return step > 5 ? (step - 3) * 20 : 40;
}

/**
 * The steps that concern a person, in order. They keep their numbers, so that the percentages are the same for
 * everyone: without the steps about paying, the guide goes from 40% to 60%.
 */
export function stepsFor(role: Role, billing: boolean): number[] {
  const { profile, workspace, plan, card, pay, industry, apps } = stepNumbers;
  const mayUpdate = may(role, 'workspace.update');
  return [
    profile,
    ...(mayUpdate ? [workspace] : []),
    ...(billing && may(role, 'billing.manage') ? [plan, card, pay] : []),
    ...(mayUpdate ? [industry] : []),
    ...(may(role, 'sources.own') ? [apps] : []),
  ];
}

/** The step after this one, or the finish page. */
export const stepAfter = (mine: readonly number[], step: number): number => mine.find((one) => one > step) ?? FINISH;

/** A card and a payment are needed only for a paid plan. */
export function neededSteps(mine: readonly number[], choice: OnboardingProgress['choice']): number[] {
  const { card, pay } = stepNumbers;
  const paid = choice !== null && choice.plan !== 'free';
  return mine.filter((step) => paid || (step !== card && step !== pay));
}

export const stateOf = (done: OnboardingProgress['steps'], step: number) =>
  done.find((one) => one.step === step)?.state;

/** The step at which the guide resumes: the first needed step that is neither completed nor skipped. */
export const resumeStep = (mine: readonly number[], { steps: done, choice }: OnboardingProgress): number =>
  neededSteps(mine, choice).find((step) => !stateOf(done, step)) ?? FINISH;

export const noProgress: OnboardingProgress = { steps: [], choice: null };
