import { getRouteApi } from '@tanstack/react-router';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { ConnectFirstApps } from '../../../features/sources/components/connect-first-apps.tsx';
import { useServerNews } from '../../use-server-news.ts';

const route = getRouteApi('/verified/guide/onboarding');

export function ConnectAppsStep({ step, mine, complete, skip }: Step) {
  const { settings } = route.useSearch();
  const navigate = route.useNavigate();
  useServerNews();
  const showSettings = (id: string | undefined) =>
    void navigate({ to: '/onboarding', search: { step, ...(id ? { settings: id } : {}) }, replace: true });
  return (
    <StepFrame
      step={step}
      mine={mine}
      lead="Connect apps to centralize and sync content. After you sign in to an app, you return here."
    >
      <ConnectFirstApps settings={settings} onSettings={showSettings} />
      <StepActions onContinue={() => complete()} onSkip={skip} />
    </StepFrame>
  );
}
