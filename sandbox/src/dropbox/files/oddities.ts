import { happens as happensTo } from '../../shared/oddities.ts';

/** Unfriendly behavior of an account; all of it happens at the real Dropbox. Chances are 0 to 1. */
export interface Oddities {
  /** The same seed has the same chances. */
  seed: string;
  /** This many lookups in a row don’t find what the app has just written. */
  lag: number;
  /** An entry of a listing comes twice. */
  repeated: number;
  /** An entry of a listing is missing on its page and comes at the end. */
  late: number;
  /** A recursive listing leaves out a folder’s direct contents; a listing of that folder alone has them. */
  hollow: number;
  /** An entry is missing in a recursive listing; only a call for it or its folder finds it. */
  missed: number;
  /** A file has no content_hash. */
  withoutHash: number;
  /** The folders in path_display have a different case than their names. */
  otherCase: number;
  /** The second of two concurrent writes to one namespace is refused. */
  collisions: boolean;
}

export const friendly: Oddities = {
  seed: '',
  lag: 0,
  repeated: 0,
  late: 0,
  hollow: 0,
  missed: 0,
  withoutHash: 0,
  otherCase: 0,
  collisions: false,
};

/** All oddities except missed entries, because new ones could never be found. */
export const odd = (seed: string): Oddities => ({
  seed,
  lag: 1,
  repeated: 0.2,
  late: 0.2,
  hollow: 0.3,
  missed: 0,
  withoutHash: 0.3,
  otherCase: 0.5,
  collisions: true,
});

type Chance = 'repeated' | 'late' | 'hollow' | 'missed' | 'withoutHash' | 'otherCase';

/** Whether the oddity applies to this; the same answer each time. */
export const happens = (oddities: Oddities, chance: Chance, to: string): boolean =>
  happensTo(oddities.seed, oddities[chance], `${chance}/${to}`);
