import { between, someOf } from '../../shared/oddities.ts';

/** How the real Drive sometimes behaves; nothing of it unless a test switches it on for an account. */
export interface Oddities {
  /** A search for the children of several folders answers for a part of them, and says that it is complete. */
  groups?: 'empty' | 'drop folders' | 'drop children';
  /** The next so many searches leave out half of what they found, and say so. */
  incompleteSearches?: number;
  /** A flat listing goes by the last change and repeats the last file of a page: what changes meanwhile is left out. */
  flatListsShift?: boolean;
  /** A flat listing leaves out every nth file. */
  flatListsLeaveOut?: number;
  /** Searches do not find what was made since this was switched on. */
  searchLags?: boolean;
  /** Every nth file that no app made has no hash, as old files. */
  hashlessEvery?: number;
  /** An upload keeps less of each chunk than it was sent, down to a multiple of 256 KiB. */
  uploadsKeepLess?: boolean;
  /** An operation is named without `operations/` before its id. */
  bareOperationNames?: boolean;
  /** Files of others have a resource key, and are not found without it until they are opened once. */
  resourceKeys?: boolean;
}

/** By chance, the same for the same seed. Not among them: what a first listing cannot notice. */
export const oddAccount = (seed: string): Oddities =>
  someOf<Omit<Oddities, 'flatListsLeaveOut' | 'searchLags'>>(`${seed}/oddities`, {
    groups: (random) => random.pick(['empty', 'drop folders', 'drop children'] as const),
    incompleteSearches: between(1, 3),
    flatListsShift: true,
    hashlessEvery: between(1, 3),
    uploadsKeepLess: true,
    bareOperationNames: true,
    resourceKeys: true,
  });
