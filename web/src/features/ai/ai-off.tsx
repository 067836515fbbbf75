import { IconMessageCircleOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

/** Shown instead of the chat when an owner switched it off. */
export function AiOff({ maySwitchOn }: { maySwitchOn: boolean }) {
  return (
    <EmptyState
      icon={IconMessageCircleOff}
      title="AI chat is off in this workspace"
      action={maySwitchOn ? <ButtonLink to="/settings/workspace">Go to workspace settings</ButtonLink> : undefined}
    >
      {maySwitchOn
        ? 'You can turn it on again in Settings. Earlier conversations are kept.'
        : 'An owner of this workspace turned it off.'}
    </EmptyState>
  );
}
