import fc from 'fast-check';
import type { CloudFault, Edit } from '../../sync/testing/cloud.ts';
import { edit as editArbitrary, type Run } from '../../sync/testing/histories.ts';

/** What a person does here; `pick` and `into` choose among what is shown. */
export interface Deed {
  what: 'folder' | 'upload' | 'copy' | 'rename' | 'move' | 'trash' | 'undo';
  pick: number;
  into: number;
  name: string;
}

export type Step = { kind: 'here'; deed: Deed } | { kind: 'there'; edit: Edit } | { kind: 'writes' | 'sync'; run: Run };

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom<Deed['what'][]>(
    'folder',
    'folder',
    'upload',
    'upload',
    'copy',
    'rename',
    'rename',
    'move',
    'move',
    'move',
    'trash',
    'trash',
    'undo',
    'undo',
  ),
  pick: fc.nat(1000),
  into: fc.nat(1000),
  name: fc.constantFrom('a', 'b', 'c', 'Ä ö', 'two words'),
});

const action: fc.Arbitrary<CloudFault> = fc.constantFrom<CloudFault[]>(
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'cut', afterBytes: 0 },
  { kind: 'expire-token' },
);

const run: fc.Arbitrary<Run> = fc.record({
  faults: fc.array(fc.record({ nth: fc.integer({ min: 1, max: 10 }), times: fc.constantFrom(1, 1, 2), action }), {
    maxLength: 1,
  }),
  killAt: fc.option(fc.integer({ min: 1, max: 80 }), { freq: 2 }),
  meanwhile: fc.array(fc.record({ call: fc.integer({ min: 1, max: 10 }), edit: editArbitrary }), { maxLength: 2 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('here' as const), deed }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('there' as const), edit: editArbitrary }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('writes' as const), run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const), run }) },
);

export interface WriteHistory {
  before: Edit[];
  steps: Step[];
}

export const writeHistories = (maxSteps: number): fc.Arbitrary<WriteHistory> =>
  fc.record({
    before: fc.array(editArbitrary, { minLength: 5, maxLength: 15 }),
    steps: fc.array(step, { minLength: 3, maxLength: maxSteps }),
  });

/** The same, but that nobody takes anything away at the cloud: everything of the beginning is there in the end. */
export const calm = ({ before, steps }: WriteHistory): WriteHistory => ({
  before,
  steps: steps.map((step) =>
    step.kind === 'there'
      ? { ...step, edit: calmed(step.edit) }
      : step.kind === 'here'
        ? step
        : {
            ...step,
            run: { ...step.run, meanwhile: step.run.meanwhile.map((one) => ({ ...one, edit: calmed(one.edit) })) },
          },
  ),
});

const calmed = (edit: Edit): Edit => (edit.what.startsWith('add') ? edit : { ...edit, what: 'write' });
