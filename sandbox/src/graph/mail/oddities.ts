import { between, type Seeded, seededOddities } from '../../shared/oddities.ts';

/** Unfriendly behavior of Outlook in the wild; off unless a test enables it for a mailbox. Chances are 0 to 1. */
export interface Oddities extends Seeded {
  /** A page of a delta feed is empty, and another one follows. */
  emptyPages: number;
  /** An entry of a delta feed comes twice on its page. */
  repeated: number;
  /** A page of a delta feed also reports unknown ids as removed. */
  strangers: number;
  /** A message is not found when it is first read. */
  late: number;
  /** A message has no sender, and no position in its conversation. */
  withoutSender: number;
  /** Delta links expire at the nth use of one, once; 0 for never. */
  losesHistoryAt: number;
  /** One in this many calls is refused temporarily; 0 for none. */
  refusedEvery: number;
}

export const { friendly, chosen, happens } = seededOddities<Oddities>('mail oddities', {
  emptyPages: 0.3,
  repeated: 0.3,
  strangers: 0.3,
  late: 0.05,
  withoutSender: 0.3,
  losesHistoryAt: between(1, 12),
  refusedEvery: between(20, 60),
});
