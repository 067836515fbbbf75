import { TextInput } from '@mantine/core';
import type { AiScope } from '@sheaf/contract';
import { IconCheck, IconSearch, IconStack2, IconTag } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import classes from './scope.module.css';
import { hasPart, type ScopeChoices, type ScopePart, withoutParts, withPart } from './scope.ts';

interface ScopePickerProps {
  scope: AiScope;
  choices: ScopeChoices;
  onChange(scope: AiScope): void;
}

/** The accounts, collections and labels that answers can be limited to. */
export function ScopePicker({ scope, choices, onChange }: ScopePickerProps) {
  const [filter, setFilter] = useState('');
  const collections = useInfiniteQuery(choices.collections);
  const labels = useInfiniteQuery(choices.labels);
  const matches = (name: string) => name.toLowerCase().includes(filter.trim().toLowerCase());
  const choiceOf = (part: ScopePart, name: string, icon: ReactNode) => {
    const chosen = hasPart(scope, part);
    return matches(name) ? (
      <Choice
        key={part.id}
        chosen={chosen}
        icon={icon}
        onToggle={() => onChange(chosen ? withoutParts(scope, [part]) : withPart(scope, part))}
      >
        {name}
      </Choice>
    ) : null;
  };
  const shown = {
    accounts: choices.accounts.map(({ id, title, slug }) =>
      choiceOf({ kind: 'account', id }, title, <SourceIcon slug={slug} size={20} />),
    ),
    collections: collections.data?.items.map(({ id, name }) =>
      choiceOf({ kind: 'collection', id }, name, <IconStack2 size={16} stroke={1.7} aria-hidden />),
    ),
    labels: labels.data?.items.map(({ id, name, color }) =>
      choiceOf({ kind: 'label', id }, name, <IconTag size={16} stroke={1.7} color={color} aria-hidden />),
    ),
  };
  const isEmpty = Object.values(shown).every((choicesOfKind) => !choicesOfKind?.some(Boolean));
  return (
    <>
      <TextInput
        className={classes.filter}
        aria-label="Find an account, collection or label"
        placeholder="Find an account, collection or label"
        data-autofocus
        value={filter}
        maxLength={120}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <div className={classes.choices}>
        <Group title="Accounts">{shown.accounts}</Group>
        <Group title="Collections">{shown.collections}</Group>
        <LoadMore query={collections} what="collections">
          …
        </LoadMore>
        <Group title="Labels">{shown.labels}</Group>
        <LoadMore query={labels} what="labels">
          …
        </LoadMore>
        {isEmpty ? (
          <p className={classes.none}>
            {filter ? 'No results.' : 'Connect an app, or create a collection or label, to limit answers to it.'}
          </p>
        ) : null}
      </div>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] | undefined }) {
  const id = useId();
  if (!children?.some(Boolean)) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.groupTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface ChoiceProps {
  chosen: boolean;
  icon: ReactNode;
  children: string;
  onToggle(): void;
}

function Choice({ chosen, icon, children, onToggle }: ChoiceProps) {
  return (
    <button
      type="button"
      className={`hoverable plain row gap-10 wide ${classes.choice}`}
      aria-pressed={chosen}
      onClick={onToggle}
    >
      <span className={`centered rigid ${classes.choiceIcon}`}>{icon}</span>
      <span className="grow breakable">{children}</span>
      {chosen ? <IconCheck size={16} stroke={2} aria-hidden /> : null}
    </button>
  );
}
