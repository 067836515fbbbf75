import { happens as happensTo } from '../../shared/chance.ts';
import { Random } from '../../shared/random.ts';

/** How Gmail was seen to behave; nothing of it unless a test switches it on for a mailbox. Chances are 0 to 1. */
export interface Oddities {
  /** The same seed has the same chances. */
  seed: string;
  /** A page of messages or of the history has no entries, and another one follows. */
  emptyPages: number;
  /** The next page of messages begins with the last one of this. */
  repeated: number;
  /** A page of messages has the oldest first. */
  reversed: number;
  /** A page of messages estimates that there are none. */
  wrongEstimates: number;
  /** A record of the history only names the message, not what happened to it. */
  bareRecords: number;
  /** A message is not found when it is first read. */
  late: number;
  /** A message has no Date, From and To, and its parts say neither their type nor their headers. */
  broken: number;
  /** The history is forgotten at the nth question about it, once; 0 for never. */
  forgetsAt: number;
  /** One in this many calls is refused for a moment; 0 for none. */
  refusedEvery: number;
}

export const friendly: Oddities = {
  seed: '',
  emptyPages: 0,
  repeated: 0,
  reversed: 0,
  wrongEstimates: 0,
  bareRecords: 0,
  late: 0,
  broken: 0,
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
    ...(sometimes() && { repeated: 0.4 }),
    ...(sometimes() && { reversed: 0.4 }),
    ...(sometimes() && { wrongEstimates: 0.5 }),
    ...(sometimes() && { bareRecords: 0.4 }),
    ...(sometimes() && { late: 0.05 }),
    ...(sometimes() && { broken: 0.3 }),
    ...(sometimes() && { forgetsAt: random.between(1, 6) }),
    ...(sometimes() && { refusedEvery: random.between(20, 60) }),
  };
}

type Chance = Exclude<keyof Oddities, 'seed' | 'forgetsAt' | 'refusedEvery'>;

/** Whether the oddity happens to this; the same answer each time. */
export const happens = (oddities: Oddities, chance: Chance, to: string): boolean =>
  happensTo(oddities.seed, oddities[chance], `${chance}/${to}`);
