import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import type { Member } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { contentQuery } from '../api/members.ts';
import { MemberSelect } from './member-select.tsx';

interface Handling {
  content: 'hand_over' | 'delete';
  hand_over_to?: string;
}

/** The choice of what happens to a member’s content. `handling` is undefined until it is made. */
export function useContentChoice(userId: string) {
  const { data, isError, refetch } = useQuery(contentQuery(userId));
  const [choice, setChoice] = useState<string | null>(null);
  const [heir, setHeir] = useState<Member | null>(null);
  const [error, setError] = useState<string>();
  const empty = data !== undefined && data.accounts + data.documents + data.labels + data.collections === 0;

  /** Returns the answer; if it is undefined, the missing field shows an error. */
  const answer = (): Handling | undefined => {
    if (empty) return { content: 'delete' };
    if (choice === 'delete') return { content: 'delete' };
    if (choice === 'hand_over' && heir) return { content: 'hand_over', hand_over_to: heir.id };
    setError(choice ? 'Choose a member' : 'Choose an option');
    return undefined;
  };
  return { data, isError, refetch, empty, choice, setChoice, heir, setHeir, error, setError, answer, userId };
}

interface ContentChoiceProps {
  choice: ReturnType<typeof useContentChoice>;
  /** As in 'Ada has 3 labels …' and 'You have …'. */
  who: string;
  verb: 'has' | 'have';
  /** Guests see no members, so they cannot choose one. */
  mayHandOver: boolean;
}

export function ContentChoice({ choice, who, verb, mayHandOver }: ContentChoiceProps) {
  const { data, error } = choice;
  if (!data) {
    return choice.isError ? (
      <LoadFailed what="this content" retry={() => void choice.refetch()} />
    ) : (
      <Stack gap="sm" role="status" aria-label="Loading">
        <Skeleton height={14} width="70%" />
        <Skeleton height={40} />
      </Stack>
    );
  }
  if (choice.empty)
    return <Text c="dimmed">{`${who} ${verb} no connected accounts, labels or collections here.`}</Text>;
  const parts = [
    data.accounts && count(data.accounts, 'connected account'),
    data.documents && count(data.documents, 'document'),
    data.labels && count(data.labels, 'label'),
    data.collections && count(data.collections, 'collection'),
  ].filter((part) => part !== 0);
  const content = new Intl.ListFormat('en').format(parts);
  return (
    <Stack gap="md">
      <Radio.Group
        label={`${who} ${verb} ${content} here. What should happen to them?`}
        value={choice.choice}
        onChange={(value) => {
          choice.setChoice(value);
          choice.setError(undefined);
        }}
        error={choice.choice ? undefined : error}
      >
        <Stack gap="sm" mt="sm">
          <Radio
            value="hand_over"
            label="Give to another member"
            disabled={!mayHandOver}
            description={
              mayHandOver
                ? 'Documents, labels and collections. Access to connected accounts ends.'
                : 'Guests can’t see members, so they can’t choose one.'
            }
          />
          <Radio
            value="delete"
            label="Delete"
            description="Deletes them from Sheaf for good. Nothing is deleted in connected accounts."
          />
        </Stack>
      </Radio.Group>
      {choice.choice === 'hand_over' ? (
        <MemberSelect
          label="New owner"
          except={choice.userId}
          value={choice.heir}
          onChange={(member) => {
            choice.setHeir(member);
            choice.setError(undefined);
          }}
          error={error}
        />
      ) : null}
    </Stack>
  );
}
