import { SmallBadge } from '../../../ui/feedback/small-badge.tsx';

/** Marks accounts of the sandbox, which simulates the provider. */
export function SandboxBadge() {
  return <SmallBadge>Sandbox</SmallBadge>;
}
