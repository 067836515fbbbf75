import type { Write, WriteKind } from './writes.queries.ts';

const verbs: Record<WriteKind, (write: Write) => string> = {
  folder: ({ name }) => `create the folder “${name}”`,
  change: ({ name, name_before, renames }) => (renames ? `rename “${name_before}” to “${name}”` : `move “${name}”`),
  trash: ({ name }) => `delete “${name}”`,
  restore: ({ name }) => `restore “${name}”`,
  upload: ({ name }) => `upload “${name}”`,
};

const outcomes: Record<WriteKind, (write: Write) => string> = {
  folder: () => '',
  change: ({ renames, moves }) =>
    renames && moves ? 'It’s back as it was.' : renames ? 'It has its old name again.' : 'It’s back where it was.',
  trash: () => 'It’s back where it was.',
  restore: () => 'It’s still in the trash.',
  upload: () => 'The file is in My files instead.',
};

/** The text for people about a change that an app refused; the reason is a sentence. */
export const refusalText = (write: Write, app: string, reason: string): string =>
  `Couldn’t ${verbs[write.kind](write)} ${write.kind === 'upload' ? 'to' : 'in'} ${app}: ${lowered(reason)} ${outcomes[write.kind](write)}`.trim();

/** Lower case after the colon; names and the word ‘I’ keep their capitals. */
const lowered = (reason: string): string =>
  /^(It|The|This|Its|Access|Something|What)\b/.test(reason) ? reason[0]!.toLowerCase() + reason.slice(1) : reason;
