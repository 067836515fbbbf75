import { Checkbox, Group, Modal, Text } from '@mantine/core';
import { IconApps, IconBriefcase, IconBuilding, type IconProps, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FunctionComponent, useEffect, useState } from 'react';
import { storageKeys } from '../../../lib/storage-keys.ts';
import { useStoredFlag } from '../../../lib/use-stored-flag.ts';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import classes from './onboarding-modal.module.css';

const offers: readonly { step: number; name: string; text: string; icon: FunctionComponent<IconProps> }[] = [
  { step: 1, name: 'Personalization', text: 'Your name and picture.', icon: IconUserCircle },
  { step: 2, name: 'Edit workspace', text: 'What your workspace is called.', icon: IconBuilding },
  { step: 6, name: 'Select industry', text: 'What your organisation does.', icon: IconBriefcase },
  { step: 7, name: 'Connect apps', text: 'Where your files come from.', icon: IconApps },
];

/** Once per page load, not on every way back to the main area. */
let offered = false;

/** Offers the guide to whoever has not said that they do not want to see it again. */
export function OnboardingModal() {
  const [unwanted, setUnwanted] = useStoredFlag(storageKeys.onboardingSeen);
  const [opened, setOpened] = useState(!unwanted && !offered);
  useEffect(() => {
    offered = true;
  }, []);
  const close = () => setOpened(false);

  return (
    <Modal opened={opened} onClose={close} title="Welcome to Sheaf" size={480}>
      <Text c="dimmed">Four small steps make it yours. You can take them now, or any time later.</Text>
      <ol className={classes.offers}>
        {offers.map(({ step, name, text, icon: Picture }) => (
          <li key={step}>
            <Link to="/onboarding" search={{ step }} className={classes.offer} onClick={close}>
              <Picture size={22} stroke={1.5} aria-hidden className={classes.icon} />
              <span>
                <span className={classes.name}>{name}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Text c="dimmed">
        Need more room?{' '}
        <TextLink to="/onboarding" search={{ step: 3 }} onClick={close} inherit>
          Select a plan
        </TextLink>
      </Text>
      <Group justify="space-between" mt="lg">
        <Checkbox
          label="Don't show this next time"
          checked={unwanted}
          onChange={(event) => setUnwanted(event.currentTarget.checked)}
        />
        <ButtonLink to="/onboarding" search={{ step: 1 }} onClick={close} data-autofocus>
          Get started
        </ButtonLink>
      </Group>
    </Modal>
  );
}
