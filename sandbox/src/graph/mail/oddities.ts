import { happens as happensTo } from '../../shared/chance.ts';
import { Random } from '../../shared/random.ts';

/** How Outlook was seen to behave; nothing of it unless a test switches it on for a mailbox. Chances are 0 to 1. */
export interface Oddities {
  /** The same seed has the same chances. */
  seed: string;
  /** A page of a delta feed is empty, and another one follows. */
  emptyPages: number;
  /** An entry of a delta feed comes twice on its page. */
  repeated: number;
  /** A page of a delta feed also reports as removed what never was there. */
  strangers: number;
  /** A message is not found when it is first read. */
  late: number;
  /** A message does not say who sent it, nor where in its conversation it is. */
  withoutSender: number;
  /** Delta links are forgotten at the nth use of one, once; 0 for never. */
  forgetsAt: number;
  /** One in this many calls is refused for a moment; 0 for none. */
  refusedEvery: number;
}

export const friendly: Oddities = {
  seed: '',
  emptyPages: 0,
  repeated: 0,
  strangers: 0,
  late: 0,
  withoutSender: 0,
  forgetsAt: 0,
  refusedEvery: 0,
};

/** By chance, the same for the same seed. */
export function oddMailbox(seed: string): Oddities {
  const random = new Random(`${seed}/mail oddities`);
  const sometimes = () => random.next() < 0.7;
  return {
    ...friendly,
    seed,
    ...(sometimes() && { emptyPages: 0.3 }),
    ...(sometimes() && { repeated: 0.3 }),
    ...(sometimes() && { strangers: 0.3 }),
    ...(sometimes() && { late: 0.05 }),
    ...(sometimes() && { withoutSender: 0.3 }),
    ...(sometimes() && { forgetsAt: random.between(1, 12) }),
    ...(sometimes() && { refusedEvery: random.between(20, 60) }),
  };
}

type Chance = Exclude<keyof Oddities, 'seed' | 'forgetsAt' | 'refusedEvery'>;

/** Whether the oddity happens to this; the same answer each time. */
export const happens = (oddities: Oddities, chance: Chance, to: string): boolean =>
  happensTo(oddities.seed, oddities[chance], `${chance}/${to}`);
