import type { Mail } from './mail.ts';

export type HistoryKind = 'messageAdded' | 'messageDeleted' | 'labelAdded' | 'labelRemoved';

export interface HistoryRecord {
  id: number;
  kind: HistoryKind;
  mailId: string;
  threadId: string;
  /** All labels of the mail after the change. */
  allLabelIds: readonly string[];
  /** Those added or removed. */
  labelIds: readonly string[];
}

/** Ids rise, but not one by one: other things in the account count as well. */
const STEP = 7;

/** What changed in a mailbox, as far back as it is remembered. */
export class MailHistory {
  #records: HistoryRecord[] = [];
  #last = 1000;
  /** Asking for changes since an earlier place is refused. */
  #oldest = 1000;

  get last(): number {
    return this.#last;
  }

  note(kind: HistoryKind, { id, threadId, labelIds: allLabelIds }: Mail, labelIds: readonly string[]): number {
    this.#last += STEP;
    this.#records.push({ id: this.#last, kind, mailId: id, threadId, allLabelIds, labelIds });
    return this.#last;
  }

  /** As after some days. */
  expire(): void {
    this.#last += STEP;
    this.#oldest = this.#last;
    this.#records = [];
  }

  knows(at: number): boolean {
    return at >= this.#oldest && at <= this.#last;
  }

  *since(at: number): Iterable<HistoryRecord> {
    for (const record of this.#records) if (record.id > at) yield record;
  }
}
