import { happens, type Seeded } from '../oddities.ts';

interface MailOddities extends Seeded {
  late: number;
  losesHistoryAt: number;
  refusedEvery: number;
}

/** Oddities that mailboxes of Gmail and Outlook have in common. */
export class OddMailbox<Oddities extends MailOddities> {
  #oddities: Oddities;
  /** Calls and questions about changes since it became odd, and messages that were read. */
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

  /** Which refusal this is, where the mailbox refuses the call: the first, the second…; null where it does not. */
  nextRefusal(): number | null {
    const { refusedEvery } = this.#oddities;
    this.#odd.calls += 1;
    const isRefused = refusedEvery > 0 && this.#odd.calls % refusedEvery === 0;
    return isRefused ? this.#odd.calls / refusedEvery : null;
  }

  /** Whether what changed is forgotten at this question about it. */
  losesHistoryNow(): boolean {
    this.#odd.questions += 1;
    return this.#odd.questions === this.#oddities.losesHistoryAt;
  }

  /** Whether the message is there, and cannot be read yet. */
  isLate({ id }: { id: string }): boolean {
    const { seed, late } = this.#oddities;
    const isLate = !this.#odd.read.has(id) && happens(seed, late, `late/${id}`);
    this.#odd.read.add(id);
    return isLate;
  }
}
