import { sentence } from '../../shared/content/prose.ts';
import { Random } from '../../shared/random.ts';
import { microsOf, type StoredMessage, type Ts, tsOf } from './types.ts';

export interface BulkOptions {
  count: number;
  /** The time of the first message, and the interval between two, in microseconds. */
  start: number;
  step: number;
  /** One in this many messages has answers; 0 for none. */
  threadEvery: number;
  repliesEach: number;
  users: readonly string[];
  seed: string;
}

const REPLY_STEP = 1_000_000;

/** Any number of messages that take no memory: each is generated when it is read, always the same. */
export class Bulk {
  readonly #options: BulkOptions;

  constructor(options: BulkOptions) {
    this.#options = options;
  }

  get end(): Ts {
    const { start, step, count } = this.#options;
    return tsOf(start + step * count);
  }

  /** The number of the first message that isn’t older than this. */
  from(ts: Ts): number {
    const { start, step, count } = this.#options;
    return Math.min(count, Math.max(0, Math.ceil((microsOf(ts)! - start) / step)));
  }

  at(number: number): StoredMessage {
    const { start, step, users } = this.#options;
    const random = new Random(`${this.#options.seed}/${number}`);
    return { ts: tsOf(start + step * number), user: random.pick(users), text: sentence(random) };
  }

  find(ts: Ts): StoredMessage | undefined {
    const number = this.from(ts);
    const found = number < this.#options.count ? this.at(number) : undefined;
    return found?.ts === ts ? found : undefined;
  }

  replies(parent: Ts): StoredMessage[] {
    const { threadEvery, repliesEach, users, seed } = this.#options;
    const number = this.from(parent);
    if (threadEvery === 0 || number % threadEvery !== 0 || !this.find(parent)) return [];
    return Array.from({ length: repliesEach }, (_, at) => {
      const random = new Random(`${seed}/${number}/${at}`);
      const ts = tsOf(microsOf(parent)! + (at + 1) * REPLY_STEP);
      return { ts, user: random.pick(users), text: sentence(random), threadTs: parent };
    });
  }
}
