import { Checkbox, Group, Text } from '@mantine/core';
import { IconApps, IconBriefcase, IconBuilding, IconCheck, type IconProps, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FunctionComponent, type ReactNode, useState } from 'react';
import { storageKeys, tabKeys } from '../../../lib/session/storage-keys.ts';
import { useStoredFlag } from '../../../lib/session/use-stored-flag.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';
import { onboardingQuery } from '../api/onboarding.ts';
import { FINISH } from '../step-search.ts';
import { noProgress, resumeStep, stateOf, stepNumbers } from '../steps.ts';
import classes from './onboarding-modal.module.css';

const offers: readonly { step: number; name: string; text: string; icon: FunctionComponent<IconProps> }[] = [
  { step: stepNumbers.profile, name: 'Personalization', text: 'Your name and picture.', icon: IconUserCircle },
  { step: stepNumbers.workspace, name: 'Edit workspace', text: 'Your workspace’s name and logo.', icon: IconBuilding },
  { step: stepNumbers.industry, name: 'Select industry', text: 'What your workspace does.', icon: IconBriefcase },
  { step: stepNumbers.apps, name: 'Connect apps', text: 'Where your files come from.', icon: IconApps },
];
const numbers = ['no', 'one', 'two', 'three', 'four'];

interface OnboardingModalProps {
  /** The steps that concern the person. */
  mine: readonly number[];
  /** True while something else is open that the person came for. */
  waits: boolean;
  /** Shown to guests, who have no workspace, plan or apps to set up. */
  guest?: { title: string; content(close: () => void): ReactNode };
}

/** Offers the guide, until it is finished, closed in this tab, or the person has chosen not to see it again. */
export function OnboardingModal({ mine, waits, guest }: OnboardingModalProps) {
  const [unwanted, setUnwanted] = useStoredFlag(storageKeys.onboardingSeen);
  const [wanted, setWanted] = useState(() => !unwanted && !sessionStorage.getItem(tabKeys.onboardingClosed));
  const opened = wanted && !waits;
  const { data, isPending } = useQuery({ ...onboardingQuery(), enabled: opened && !guest });
  const close = () => {
    sessionStorage.setItem(tabKeys.onboardingClosed, '1');
    setWanted(false);
  };
  const unwantedBox = (
    <Checkbox
      label="Don't show this next time"
      checked={unwanted}
      onChange={(event) => setUnwanted(event.currentTarget.checked)}
    />
  );

  if (guest) {
    return (
      <Modal opened={opened} onClose={close} title={guest.title} size={480}>
        {opened ? guest.content(close) : null}
        <Group justify="space-between" mt="lg">
          {unwantedBox}
          <ButtonLink to="/directory" search={{ place: 'shared' }} onClick={close} ml="auto" data-autofocus>
            See shared files
          </ButtonLink>
        </Group>
      </Modal>
    );
  }
  const done = data?.steps ?? [];
  const next = resumeStep(mine, data ?? noProgress);
  // People who finished the guide on another device don’t see it again.
  const finished = next === FINISH;
  const mineOffered = offers.filter(({ step }) => mine.includes(step));
  return (
    <Modal opened={opened && !isPending && !finished} onClose={close} title="Welcome to Sheaf" size={480}>
      <Text c="dimmed">Set up Sheaf in {numbers[mineOffered.length]} short steps, now or later.</Text>
      <ol className={classes.offers}>
        {mineOffered.map(({ step, name, text, icon: Picture }) => (
          <li key={step}>
            <Link
              to="/onboarding"
              search={{ step }}
              className={`hoverable framed row gap-12 ${classes.offer}`}
              onClick={close}
            >
              <Picture size={22} stroke={1.5} aria-hidden className={classes.icon} />
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className="dimmed">{text}</span>
              </span>
              {stateOf(done, step) === 'completed' ? (
                <IconCheck size={18} stroke={2} role="img" aria-label="Completed" className={classes.icon} />
              ) : null}
            </Link>
          </li>
        ))}
      </ol>
      {mine.includes(stepNumbers.plan) ? (
        <Text c="dimmed">
          Need more space?{' '}
          <TextLink to="/onboarding" search={{ step: stepNumbers.plan }} onClick={close} inherit>
            Select a plan
          </TextLink>
        </Text>
      ) : null}
      <Group justify="space-between" mt="lg">
        {unwantedBox}
        <ButtonLink to="/onboarding" search={{ step: next }} onClick={close} ml="auto" data-autofocus>
          {done.length > 0 ? 'Resume setup' : 'Get started'}
        </ButtonLink>
      </Group>
    </Modal>
  );
}
