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

/** The page after the last step; it has no progress sidebar. */
export const FINISH = steps.length + 1;

/** How far the guide is, in percent. */
export function progress(step: number): number {
  if (step < 2) return 0;
  return step > 5 ? (step - 3) * 20 : 40;
}

/** The query of /onboarding: a step from 1 to 8; anything else is the first. */
export function stepSearch(search: { step?: unknown }): { step?: number } {
  const step = Number(search.step);
  return Number.isInteger(step) && step >= 1 && step <= FINISH ? { step } : {};
}
