import { between, someOf } from '../../shared/oddities.ts';

/** Unfriendly behavior of the real Drive; off unless a test enables it for an account. */
export interface Oddities {
  /** A search for the children of several folders returns only a part of them, and claims to be complete. */
  groups?: 'empty' | 'drop folders' | 'drop children';
  /** This many searches leave out half of their results, and say so. */
  incompleteSearches?: number;
  /**
   * A flat listing is ordered by the last change and repeats the last file of a page; files that change meanwhile are
   * left out.
   */
  flatListsShift?: boolean;
  /** A flat listing leaves out every nth file. */
  flatListsLeaveOut?: number;
  /** Searches don’t find files created after this was enabled. */
  searchLags?: boolean;
  /** Every nth file that no app created has no hash, like old files. */
  hashlessEvery?: number;
  /** An upload keeps less of each chunk than was sent, down to a multiple of 256 KiB. */
  uploadsKeepLess?: boolean;
  /** An operation is named without `operations/` before its id. */
  bareOperationNames?: boolean;
  /** Other people’s files have a resource key, and aren’t found without it until they are opened once. */
  resourceKeys?: boolean;
}

/** Chosen at random, always the same for the same seed. Excludes oddities that a first listing can’t detect. */
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
