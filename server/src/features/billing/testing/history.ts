import fc from 'fast-check';

/** An action of a person, the bank, the clock, the network or a killed process. */
export type Step =
  | { kind: 'change'; plan: 'team' | 'business' | 'free'; interval: 'month' | 'year'; upset: Upset }
  | { kind: 'cancel' | 'resume' | 'pay'; upset: Upset }
  | { kind: 'card'; works: boolean }
  | { kind: 'bank'; refuses: boolean }
  | { kind: 'join' | 'leave' }
  | { kind: 'days'; count: number }
  | { kind: 'webhooks'; mode: 'deliver' | 'hold' | 'lose' | 'repeat' }
  | { kind: 'release'; order: 'given' | 'reverse' }
  | { kind: 'work'; upset: Upset };

/**
 * How a call or a job is cut off: at a database statement, or at the nth changing call to the provider, before or after
 * it is done.
 */
export type Upset = null | { dieAt: number } | { call: number; lost: 'request' | 'answer' };

const upset: fc.Arbitrary<Upset> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.record({ dieAt: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ call: fc.integer({ min: 1, max: 2 }), lost: fc.constantFrom('request', 'answer') }),
  },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      plan: fc.constantFrom('team' as const, 'team' as const, 'business' as const, 'free' as const),
      interval: fc.constantFrom('month' as const, 'year' as const),
      upset,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const, 'pay' as const), upset }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('card' as const), works: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bank' as const), refuses: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('join' as const, 'join' as const, 'leave' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('webhooks' as const),
      mode: fc.constantFrom('deliver' as const, 'hold' as const, 'lose' as const, 'repeat' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('release' as const),
      order: fc.constantFrom('given' as const, 'reverse' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const), upset }) },
);

export const histories = fc.array(step, { minLength: 3, maxLength: 25 });
