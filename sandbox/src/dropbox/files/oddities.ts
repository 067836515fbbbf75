import { happens as happensTo } from '../../shared/oddities.ts';

/** How an account departs from the friendly case; all of this happens at the real Dropbox. Chances are 0 to 1. */
export interface Oddities {
  /** The same seed has the same chances. */
  seed: string;
  /** So many lookups in a row do not find what the app has just written. */
  lag: number;
  /** An entry of a listing comes twice. */
  repeated: number;
  /** An entry of a listing is missing on its page and comes at the end. */
  late: number;
  /** A recursive listing leaves out what is directly in a folder; a listing of that folder alone has it. */
  hollow: number;
  /** An entry is missing in a recursive listing, and only a call about it or its folder finds it. */
  missed: number;
  /** A file has no content_hash. */
  withoutHash: number;
  /** The folders in path_display are in other letters than their names. */
  otherCase: number;
  /** Of two writes to one namespace at the same time, the second is refused. */
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

/** Everything at once, but entries that are missed: nobody can know of new ones. */
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

/** Whether the oddity happens to this; the same answer each time. */
export const happens = (oddities: Oddities, chance: Chance, to: string): boolean =>
  happensTo(oddities.seed, oddities[chance], `${chance}/${to}`);
