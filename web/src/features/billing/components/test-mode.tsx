import { SmallBadge } from '../../../ui/feedback/small-badge.tsx';

/** Shown wherever money is mentioned but none is moved. */
export function TestMode() {
  return <SmallBadge>Test mode</SmallBadge>;
}
