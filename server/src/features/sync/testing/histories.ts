import fc from 'fast-check';
import type { CloudFault, Edit } from './cloud.ts';

export interface Run {
  faults: { nth: number; times: number; action: CloudFault }[];
  /** The statement at which the worker is killed. */
  killAt: number | null;
  /** Edits of others, each before a call of the run. */
  meanwhile: { call: number; edit: Edit }[];
}

const names = ['a', 'b', 'C', 'Ä ö', '📄 %_', "it's", '.dot', 'two  spaces', 'مرحبا'];
export const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom<Edit['what'][]>(
    'add',
    'add',
    'add',
    'add folder',
    'add folder',
    'write',
    'write',
    'rename',
    'move',
    'move',
    'remove',
    'trash',
    'restore',
  ),
  pick: fc.nat(1000),
  into: fc.nat(1000),
  name: fc.constantFrom(...names),
  content: fc.nat(5),
});
const action: fc.Arbitrary<CloudFault> = fc.oneof(
  fc.constantFrom<CloudFault[]>(
    { kind: 'status', status: 429, retryAfter: 0 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'garbage' },
    { kind: 'hang' },
    { kind: 'expire-token' },
    { kind: 'expire-cursor' },
    { kind: 'delay', ms: 30 },
  ),
  fc.record({ kind: fc.constant('cut' as const), afterBytes: fc.nat(2000) }),
);
const run: fc.Arbitrary<Run> = fc.record({
  faults: fc.array(fc.record({ nth: fc.integer({ min: 1, max: 25 }), times: fc.constantFrom(1, 1, 2), action }), {
    maxLength: 2,
  }),
  killAt: fc.option(fc.integer({ min: 1, max: 120 }), { freq: 3 }),
  meanwhile: fc.array(fc.record({ call: fc.integer({ min: 1, max: 30 }), edit }), { maxLength: 3 }),
});
export interface History {
  before: Edit[];
  rounds: { edits: Edit[]; run: Run }[];
}

export const histories: fc.Arbitrary<History> = fc.record({
  before: fc.array(edit, { minLength: 5, maxLength: 25 }),
  rounds: fc.array(fc.record({ edits: fc.array(edit, { maxLength: 8 }), run }), { minLength: 1, maxLength: 6 }),
});

export const undisturbed: Run = { faults: [], killAt: null, meanwhile: [] };

const add = (what: Edit['what'], name: string): Edit => ({ what, name, pick: 0, into: 0, content: 0 });

/**
 * A file is added to a folder that the listing has passed, and the listing is interrupted at every statement in turn.
 */
export const passedBy: [History][] = Array.from({ length: 20 }, (_, at) => [
  {
    before: [add('add', 'a'), add('add folder', 'folder')],
    rounds: [{ edits: [], run: { faults: [], killAt: 10 + at, meanwhile: [{ call: 4, edit: add('add', 'b') }] } }],
  },
]);

/**
 * Settings for random histories. A failure prints how to replay it; SYNC_SHRINK=1 makes it shorter, SYNC_RUNS=200 tries
 * more.
 */
export function replayPlan(runs: number) {
  const { SYNC_RUNS, SYNC_SHRINK } = process.env;
  return { numRuns: Number(SYNC_RUNS ?? runs), endOnFailure: !SYNC_SHRINK };
}
