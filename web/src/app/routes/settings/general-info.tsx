import { useSuspenseQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { AvatarEditor } from '../../../features/user/components/avatar-editor.tsx';
import { GeneralInfoForm } from '../../../features/user/components/general-info-form.tsx';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <Section title="General info" description="How others see you.">
      <AvatarEditor user={user} />
      <GeneralInfoForm user={user} />
    </Section>
  );
}
