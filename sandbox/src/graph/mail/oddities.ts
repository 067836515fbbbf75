import { between, type Seeded, seededOddities } from '../../shared/oddities.ts';

/** How Outlook was seen to behave; nothing of it unless a test switches it on for a mailbox. Chances are 0 to 1. */
export interface Oddities extends Seeded {
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
  losesHistoryAt: number;
  /** One in this many calls is refused for a moment; 0 for none. */
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
