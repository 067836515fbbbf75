import { Button, Stack, Text } from '@mantine/core';
import { ApiError, limits } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ResetPasswordForm } from '../../../features/auth/components/reset-password-form.tsx';
import { revertEmail } from '../../../features/user/api/profile.ts';
import { session } from '../../../lib/api/http.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';

const route = getRouteApi('/recovery/revert-email/$token');

/**
 * The mail to an old address leads here. Nothing happens before the button is pressed, because programs that check
 * mails for bad links open this page too.
 */
export function Page() {
  const { token } = route.useParams();
  const { mutate, data, error, isPending } = useMutation(revertEmail);
  const navigate = useNavigate();

  if (data) {
    const finish = () => {
      toast.success('Password changed. Sign in with the new one.');
      void navigate({ to: '/login' });
    };
    return (
      <AuthCard
        title="Your email is restored"
        lead={
          <>
            Your account uses <strong>{data.email}</strong> again, and all devices are signed out. Set a new password
            with the code we sent there.
          </>
        }
        footer={<TextLink to="/login">Back to sign in</TextLink>}
      >
        <ResetPasswordForm email={data.email} onReset={finish} />
      </AuthCard>
    );
  }
  if (error instanceof ApiError && error.code === 'conflict') {
    return (
      <AuthCard
        title="This link no longer works"
        lead={`It was already used, or it’s older than ${limits.emailRevertDays} days.`}
      >
        <ButtonLink to="/login" fullWidth>
          Sign in
        </ButtonLink>
      </AuthCard>
    );
  }
  // Every session of the account ends, this browser's too.
  const undo = () => mutate(token, { onSuccess: () => session.end() });
  return (
    <AuthCard title="Undo the email change?" lead="Your account goes back to the address this email was sent to.">
      <Stack gap="md">
        <Text>This signs out all devices and revokes all API keys. Then you set a new password.</Text>
        <Button fullWidth loading={isPending} onClick={undo}>
          Undo the change
        </Button>
      </Stack>
    </AuthCard>
  );
}
