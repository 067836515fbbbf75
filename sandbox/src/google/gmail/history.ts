import type { Mail } from './mail.ts';

export type HistoryKind = 'messageAdded' | 'messageDeleted' | 'labelAdded' | 'labelRemoved';

export interface HistoryRecord {
  id: number;
  kind: HistoryKind;
  mailId: string;
  threadId: string;
  /** All labels of the mail after the change. */
  allLabelIds: readonly string[];
  /** The labels added or removed. */
  labelIds: readonly string[];
}

/** Ids rise, but not by one: other changes in the account count as well. */
const STEP = 7;

/** The changes of a mailbox, as far back as they are kept. */
export class MailHistory {
  #records: HistoryRecord[] = [];
  #last = 1000;
  /** Requests for changes since an earlier position are refused. */
  #oldest = 1000;

  get last(): number {
    return this.#last;
  }

  note(kind: HistoryKind, { id, threadId, labelIds: allLabelIds }: Mail, labelIds: readonly string[]): number {
    this.#last += STEP;
    this.#records.push({ id: this.#last, kind, mailId: id, threadId, allLabelIds, labelIds });
    return this.#last;
  }

  /** Drops the history, as after some days. */
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
