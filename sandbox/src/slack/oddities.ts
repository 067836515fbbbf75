import { between, type Seeded, seededOddities } from '../shared/oddities.ts';

/** How Slack was seen to behave; nothing of it unless a test switches it on. Chances are 0 to 1. */
export interface Oddities extends Seeded {
  /** A page is empty, and the list goes on after it. */
  emptyPages: number;
  /** A page has fewer entries than were asked for, and the list goes on after it. */
  shortPages: number;
  /** The next page begins with the last entry of this one. */
  repeated: number;
  /** The last page says that there is another one, which is empty. */
  emptyEnds: number;
  /** Pages of a thread but the first leave out the message that began it. */
  withoutParents: boolean;
  /** A message does not say who wrote it. */
  withoutUsers: number;
  /** A person is in no list, and not found. */
  hiddenPeople: number;
  /** A new file cannot be had: messages name it by its id, and why. */
  lostFiles: number;
  /** One in this many calls is refused for a moment; 0 for none. */
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
