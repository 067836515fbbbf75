import { type Part, partName } from './part-of.ts';

/** An action for the chosen documents. Without `run` it can’t be done, and `why` gives the reason. */
export interface ChosenAction {
  name: string;
  run?(): void;
  /** Or why it leaves out some documents. */
  why?: string;
}

/** Actions that don’t apply to this person or to these documents are left out. */
export type ChosenActions = Partial<
  Record<
    /** Copies the address of a single document. */
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

/** An action on a part of the documents; its name includes how many. */
export const partAction = (verb: string, part: Part, run: (documents: Part['documents']) => void): ChosenAction => ({
  name: partName(verb, part),
  why: part.why,
  ...(part.documents.length > 0 && { run: () => run(part.documents) }),
});
