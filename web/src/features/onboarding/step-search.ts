/** The page after the last step; it has no progress sidebar. */
export const FINISH = 8;

/**
 * The query of /onboarding: a step from 1 to 8 (anything else is the first), and the account whose settings are open.
 */
export function stepSearch(search: { step?: unknown; settings?: unknown }): { step?: number; settings?: string } {
  const step = Number(search.step);
  return {
    ...(Number.isInteger(step) && step >= 1 && step <= FINISH ? { step } : {}),
    ...(typeof search.settings === 'string' ? { settings: search.settings } : {}),
  };
}
