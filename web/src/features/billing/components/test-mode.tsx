import { SmallBadge } from '../../../ui/feedback/small-badge.tsx';

/** Said wherever money is mentioned and none is moved. */
export function TestMode() {
  return <SmallBadge>Test mode</SmallBadge>;
}
