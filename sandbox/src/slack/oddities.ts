import { happens as happensTo } from '../shared/chance.ts';
import { Random } from '../shared/random.ts';

/** How Slack was seen to behave; nothing of it unless a test switches it on. Chances are 0 to 1. */
export interface Oddities {
  /** The same seed has the same chances. */
  seed: string;
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

export const friendly: Oddities = {
  seed: '',
  emptyPages: 0,
  shortPages: 0,
  repeated: 0,
  emptyEnds: 0,
  withoutParents: false,
  withoutUsers: 0,
  hiddenPeople: 0,
  lostFiles: 0,
  refusedEvery: 0,
};

/** By chance, the same for the same seed. */
export function oddSlack(seed: string): Oddities {
  const random = new Random(`${seed}/oddities`);
  const sometimes = () => random.next() < 0.7;
  return {
    ...friendly,
    seed,
    ...(sometimes() && { emptyPages: 0.3 }),
    ...(sometimes() && { shortPages: 0.4 }),
    ...(sometimes() && { repeated: 0.4 }),
    ...(sometimes() && { emptyEnds: 0.4 }),
    ...(sometimes() && { withoutParents: true }),
    ...(sometimes() && { withoutUsers: 0.3 }),
    ...(sometimes() && { hiddenPeople: 0.3 }),
    ...(sometimes() && { lostFiles: 0.5 }),
    ...(sometimes() && { refusedEvery: random.between(20, 60) }),
  };
}

type Chance = Exclude<keyof Oddities, 'seed' | 'withoutParents' | 'refusedEvery'>;

/** Whether the oddity happens to this; the same answer each time. */
export const happens = (oddities: Oddities, chance: Chance, to: string): boolean =>
  happensTo(oddities.seed, oddities[chance], `${chance}/${to}`);
