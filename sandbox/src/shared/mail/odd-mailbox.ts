import { happens, type Seeded } from '../oddities.ts';

interface MailOddities extends Seeded {
  late: number;
  losesHistoryAt: number;
  refusedEvery: number;
}

/** The oddities common to mailboxes of Gmail and Outlook. */
export class OddMailbox<Oddities extends MailOddities> {
  #oddities: Oddities;
  /** Counts of calls and of change requests since it became odd, and the messages that were read. */
  #odd = { calls: 0, questions: 0, read: new Set<string>() };

  constructor(friendly: Oddities) {
    this.#oddities = friendly;
  }

  get oddities(): Oddities {
    return this.#oddities;
  }

  set oddities(oddities: Oddities) {
    this.#oddities = oddities;
    this.#odd = { calls: 0, questions: 0, read: new Set() };
  }

  /** The number of the refusal (the first, the second…) if the mailbox refuses the call; otherwise null. */
  nextRefusal(): number | null {
    const { refusedEvery } = this.#oddities;
    this.#odd.calls += 1;
    const isRefused = refusedEvery > 0 && this.#odd.calls % refusedEvery === 0;
    return isRefused ? this.#odd.calls / refusedEvery : null;
  }

  /** Whether the history is lost at this request for changes. */
  losesHistoryNow(): boolean {
    this.#odd.questions += 1;
    return this.#odd.questions === this.#oddities.losesHistoryAt;
  }

  /** Whether the message exists but can’t be read yet. */
  isLate({ id }: { id: string }): boolean {
    const { seed, late } = this.#oddities;
    const isLate = !this.#odd.read.has(id) && happens(seed, late, `late/${id}`);
    this.#odd.read.add(id);
    return isLate;
  }
}
