import { Checkbox, Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { changeSecurity, securityQuery } from '../api/security.ts';

/** `isOwnOn`: whether the person has turned on two-factor authentication; undefined while unknown. */
export function SecuritySection({ isOwnOn }: { isOwnOn: boolean | undefined }) {
  return (
    <Section title="Security" description="What this workspace asks of everyone in it.">
      <TwoFactorSwitch isOwnOn={isOwnOn} />
      <LinksSwitch />
    </Section>
  );
}

function TwoFactorSwitch({ isOwnOn }: { isOwnOn: boolean | undefined }) {
  const { data: security, isError, refetch } = useQuery(securityQuery());
  const { mutate } = useMutation(changeSecurity);
  if (!security)
    return isError ? <LoadFailed what="the security settings" retry={refetch} /> : <Skeleton height={48} />;
  const isRequired = security.two_factor_required;
  const change = (two_factor_required: boolean) =>
    mutate(
      { two_factor_required },
      {
        onSuccess: () =>
          toast.success(
            two_factor_required
              ? 'Two-factor authentication is required now'
              : 'Two-factor authentication is optional now',
          ),
      },
    );
  const askToRequire = () =>
    modals.openConfirmModal({
      title: 'Require two-factor authentication?',
      children:
        'Members who haven’t turned it on can’t use this workspace until they do. Their API keys stop working until then, too.',
      labels: { confirm: 'Require it', cancel: 'Cancel' },
      onConfirm: () => change(true),
    });
  return (
    <Checkbox
      label="Require two-factor authentication"
      description={
        isOwnOn === false && !isRequired ? (
          <>
            Turn it on for your own account first, in{' '}
            <TextLink to="/settings/profile/password-security" size="xs">
              Password and security
            </TextLink>
            .
          </>
        ) : (
          'Members who haven’t turned it on are asked to when they next open this workspace.'
        )
      }
      checked={isRequired}
      disabled={!isRequired && !isOwnOn}
      onChange={({ currentTarget: { checked } }) => (checked ? askToRequire() : change(false))}
    />
  );
}

function LinksSwitch() {
  const { data: security } = useQuery(securityQuery());
  const { mutate } = useMutation(changeSecurity);
  if (!security) return null;
  const change = (links_allowed: boolean) =>
    mutate(
      { links_allowed },
      {
        onSuccess: () =>
          toast.success(links_allowed ? 'Public links are allowed now' : 'Public links are turned off now'),
      },
    );
  const askToTurnOff = () =>
    modals.openConfirmModal({
      title: 'Turn off public links?',
      children: 'All existing links stop working right away. They work again if you turn public links back on.',
      labels: { confirm: 'Turn off', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => change(false),
    });
  return (
    <Checkbox
      label="Allow public links"
      description={
        <>
          Members can share their files and folders with anyone through a link, without an account. See all of them
          under{' '}
          <TextLink to="/settings/public-links" size="xs">
            Public links
          </TextLink>
          .
        </>
      }
      checked={security.links_allowed}
      onChange={({ currentTarget: { checked } }) => (checked ? change(true) : askToTurnOff())}
    />
  );
}
