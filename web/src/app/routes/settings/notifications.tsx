import { NotificationSettings } from '../../../features/notifications/components/notification-settings.tsx';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  return (
    <Section
      title="Notifications"
      description="What Sheaf tells you about, in all your workspaces. The daily email comes in the morning, and only if something happened. Emails about your password, your email and your sign-in are always sent."
    >
      <NotificationSettings />
    </Section>
  );
}
