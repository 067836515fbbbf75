import { type Part, partName } from './part-of.ts';

/** Something to do with the chosen documents. Without `run` it can’t be done, and `why` says why. */
export interface ChosenAction {
  name: string;
  run?(): void;
  /** Also why it leaves out some of them. */
  why?: string;
}

/** Those left out are not for this person, or not for these documents. */
export type ChosenActions = Partial<
  Record<
    /** Its address, of a single one. */
    | 'link'
    | 'share'
    | 'star'
    | 'labels'
    | 'collections'
    | 'switchCloud'
    | 'ask'
    | 'download'
    | 'rename'
    | 'move'
    /** Copies them into the folder they are in. */
    | 'duplicate'
    /** Keep them for pasting elsewhere, to copy or to move them there. */
    | 'copy'
    | 'cut'
    | 'remove'
    | 'restore'
    | 'deleteForever',
    ChosenAction
  >
>;

export const addStar = 'Add star';
export const removeStar = 'Remove star';

/** Done with a part of the documents; its name says how many. */
export const partAction = (verb: string, part: Part, run: (documents: Part['documents']) => void): ChosenAction => ({
  name: partName(verb, part),
  why: part.why,
  ...(part.documents.length > 0 && { run: () => run(part.documents) }),
});
