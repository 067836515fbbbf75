import { Anchor } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { logout } from '../../../features/auth/api/sign-in.ts';
import { organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { CreateForm } from '../../../features/organizations/components/create-form.tsx';
import { DeletedList } from '../../../features/organizations/components/deleted-list.tsx';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { LogoPage } from '../../layouts/logo-page.tsx';

export function Page() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { mutate: signOut, isPending } = useMutation(logout);
  const homeless = organizations.length === 0;
  return (
    <LogoPage as="div">
      <AuthCard
        title="New workspace"
        lead={
          homeless
            ? 'You’re not in a workspace. Create one, or ask to be invited.'
            : 'A separate place for files, members and apps. You’ll be its owner.'
        }
        footer={
          homeless ? (
            <Anchor component="button" type="button" disabled={isPending} onClick={() => signOut()}>
              Sign out
            </Anchor>
          ) : (
            <TextLink to="/directory">Back to Directory</TextLink>
          )
        }
      >
        <CreateForm />
      </AuthCard>
      <DeletedList />
    </LogoPage>
  );
}
