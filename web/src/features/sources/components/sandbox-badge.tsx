import { Tooltip } from '@mantine/core';
import { SmallBadge } from '../../../ui/feedback/small-badge.tsx';

const MEANING = 'A simulated app with sample files, to try things out. No real account is connected.';

/** Marks accounts of the sandbox, which simulates the provider. */
export function SandboxBadge() {
  return (
    <Tooltip label={MEANING} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <span>
        <SmallBadge quiet>Sandbox</SmallBadge>
      </span>
    </Tooltip>
  );
}
