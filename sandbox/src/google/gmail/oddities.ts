import { between, type Seeded, seededOddities } from '../../shared/oddities.ts';

/** Unfriendly behavior of Gmail in the wild; off unless a test enables it for a mailbox. Chances are 0 to 1. */
export interface Oddities extends Seeded {
  /** A page of messages or of the history has no entries, and another one follows. */
  emptyPages: number;
  /** The next page of messages repeats the last one of this page. */
  repeated: number;
  /** A page of messages has the oldest first. */
  reversed: number;
  /** A page of messages estimates that there are none. */
  wrongEstimates: number;
  /** A record of the history only names the message, not what happened to it. */
  bareRecords: number;
  /** A message is not found when it is first read. */
  late: number;
  /** A message has no Date, From and To, and its parts have neither types nor headers. */
  broken: number;
  /** The history is lost at the nth request for it, once; 0 for never. */
  losesHistoryAt: number;
  /** One in this many calls is refused temporarily; 0 for none. */
  refusedEvery: number;
}

export const { friendly, chosen, happens } = seededOddities<Oddities>('mail oddities', {
  emptyPages: 0.3,
  repeated: 0.4,
  reversed: 0.4,
  wrongEstimates: 0.5,
  bareRecords: 0.4,
  late: 0.05,
  broken: 0.3,
  losesHistoryAt: between(1, 6),
  refusedEvery: between(20, 60),
});
