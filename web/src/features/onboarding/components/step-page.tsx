import { Group, Text, Title } from '@mantine/core';
import { ButtonLink } from '../../../ui/links.tsx';
import { steps } from '../steps.ts';

/** What each step is about, and the page where it is done, if there is one. */
const contents = [
  { text: 'Your name and your picture, as others see them.', link: ['/settings/profile/general-info', 'Edit profile'] },
  { text: 'The name of the workspace and your role in it.', link: ['/settings/workspace', 'See workspace'] },
  { text: 'What the plan of your workspace includes.', link: ['/plans', 'See plan'] },
  { text: 'A card is needed for paid plans only. The Free plan costs nothing.' },
  { text: 'There is nothing to pay on the Free plan.' },
  { text: 'The industry of your organisation is not asked for in this installation.' },
  { text: 'Apps bring their files and chats into the workspace.', link: ['/apps', 'Go to Apps'] },
] as const satisfies readonly { text: string; link?: readonly [to: string, name: string] }[];

export function StepPage({ step }: { step: number }) {
  const content = contents[step - 1] ?? contents[0];
  return (
    <>
      <Text size="sm" c="dimmed">
        Step {step} of {steps.length}
      </Text>
      <Title order={1} mt={4}>
        {steps[step - 1]}
      </Title>
      <Text mt="xs" maw={480}>
        {content.text}
      </Text>
      <Group mt="xl" gap="xs">
        <ButtonLink to="/onboarding" search={{ step: step + 1 }}>
          Continue
        </ButtonLink>
        {'link' in content ? (
          <ButtonLink to={content.link[0]} variant="default">
            {content.link[1]}
          </ButtonLink>
        ) : null}
        <ButtonLink to="/directory" variant="subtle" color="gray">
          Leave the guide
        </ButtonLink>
      </Group>
    </>
  );
}
