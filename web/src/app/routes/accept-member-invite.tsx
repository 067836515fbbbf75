import { Stack, Text } from '@mantine/core';
import { AuthCard } from '../../ui/auth-card.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <AuthCard
      title="This invitation cannot be opened"
      footer={
        <>
          New to Sheaf? <TextLink to="/register">Create an account</TextLink>
        </>
      }
    >
      <Stack gap="md">
        <Text>
          This installation does not send invitations, so there is none behind this link. Ask the person who sent it to
          you, or sign in to your own workspace.
        </Text>
        <ButtonLink to="/login" fullWidth>
          Sign in
        </ButtonLink>
      </Stack>
    </AuthCard>
  );
}
