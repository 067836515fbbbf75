import type { SharePermission } from '@sheaf/contract';
import fc from 'fast-check';
import type { CloudFault, Edit } from '../../sync/testing/cloud.ts';
import { edit as editArbitrary, type Run } from '../../sync/testing/histories.ts';

/** An action of a person here; `pick` and `into` choose among visible documents. */
export interface Deed {
  what: 'folder' | 'upload' | 'copy' | 'rename' | 'move' | 'trash' | 'undo';
  pick: number;
  into: number;
  name: string;
  /** The number of the person, if there are several. */
  by?: number;
}

/** Shares something with one of the others or a group; a null permission ends the share. */
export interface Sharing {
  pick: number;
  by: number;
  permission: SharePermission | null;
}

/** One of the others joins the group or leaves it. */
export interface Membership {
  by: number;
  joins: boolean;
}

export type Step =
  | { kind: 'here'; deed: Deed }
  | { kind: 'share'; sharing: Sharing }
  | { kind: 'group'; membership: Membership }
  | { kind: 'there'; edit: Edit }
  | { kind: 'writes' | 'sync'; run: Run };

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

const elsewhere = [
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('there' as const), edit: editArbitrary }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('writes' as const), run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const), run }) },
] satisfies fc.MaybeWeightedArbitrary<Step>[];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('here' as const), deed }) },
  ...elsewhere,
);

const deedOfSome: fc.Arbitrary<Deed> = fc
  .tuple(deed, fc.nat(1000))
  // Copies are transfers of the person who requests them, and end in a state of their own.
  .map(([one, by]) => ({ ...one, by, what: one.what === 'copy' ? 'upload' : one.what }));
const sharing: fc.Arbitrary<Sharing> = fc.record({
  pick: fc.nat(1000),
  by: fc.nat(1000),
  permission: fc.constantFrom<(SharePermission | null)[]>('edit', 'edit', 'edit', 'view', 'view', null, null),
});
const membership: fc.Arbitrary<Membership> = fc.record({ by: fc.nat(1000), joins: fc.boolean() });
const stepOfSome: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('here' as const), deed: deedOfSome }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('share' as const), sharing }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('group' as const), membership }) },
  ...elsewhere,
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

/** With several people, shares that are added, changed and ended, and a group that people join and leave. */
export const sharedHistories = (maxSteps: number): fc.Arbitrary<WriteHistory> =>
  fc.record({
    before: fc.array(editArbitrary, { minLength: 5, maxLength: 15 }),
    steps: fc.array(stepOfSome, { minLength: 10, maxLength: maxSteps }),
  });

/** Same, but no one removes anything at the cloud: everything from the beginning is there in the end. */
export const calm = ({ before, steps }: WriteHistory): WriteHistory => ({
  before,
  steps: steps.map((step) =>
    step.kind === 'there'
      ? { ...step, edit: calmed(step.edit) }
      : step.kind === 'here' || step.kind === 'share' || step.kind === 'group'
        ? step
        : {
            ...step,
            run: { ...step.run, meanwhile: step.run.meanwhile.map((one) => ({ ...one, edit: calmed(one.edit) })) },
          },
  ),
});

const calmed = (edit: Edit): Edit => (edit.what.startsWith('add') ? edit : { ...edit, what: 'write' });
