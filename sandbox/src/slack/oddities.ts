import { between, type Seeded, seededOddities } from '../shared/oddities.ts';

/** Unfriendly behavior of Slack in the wild; off unless a test enables it. Chances are 0 to 1. */
export interface Oddities extends Seeded {
  /** A page is empty, and the list continues after it. */
  emptyPages: number;
  /** A page has fewer entries than requested, and the list continues after it. */
  shortPages: number;
  /** The next page begins with the last entry of this one. */
  repeated: number;
  /** The last page announces another one, which is empty. */
  emptyEnds: number;
  /** Pages of a thread after the first leave out its first message. */
  withoutParents: boolean;
  /** A message has no author. */
  withoutUsers: number;
  /** A person is in no list, and not found. */
  hiddenPeople: number;
  /** A new file is inaccessible: messages have its id and the reason. */
  lostFiles: number;
  /** One in this many calls is refused temporarily; 0 for none. */
  refusedEvery: number;
}

export const { friendly, chosen, happens } = seededOddities<Oddities>('oddities', {
  emptyPages: 0.3,
  shortPages: 0.4,
  repeated: 0.4,
  emptyEnds: 0.4,
  withoutParents: true,
  withoutUsers: 0.3,
  hiddenPeople: 0.3,
  lostFiles: 0.5,
  refusedEvery: between(20, 60),
});
