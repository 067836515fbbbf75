import { Button, CloseButton, Popover } from '@mantine/core';
import type { AiScope } from '@sheaf/contract';
import { IconFile, IconFiles, IconFolders, IconPlus, IconStack2, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { scopeNameQuery } from '../api/scope-name.ts';
import classes from './scope.module.css';
import { partsOf, type ScopeChoices, type ScopePart, withoutParts } from './scope.ts';
import { ScopePicker } from './scope-picker.tsx';

interface ScopeBarProps {
  scope: AiScope;
  choices: ScopeChoices;
  onChange(scope: AiScope): void;
}

/** More documents than this share one chip. */
const NAMED_DOCUMENTS = 3;

/** Chips that say where answers come from, and a button that adds to them. */
export function ScopeBar({ scope, choices, onChange }: ScopeBarProps) {
  const [opened, setOpened] = useState(false);
  const parts = partsOf(scope);
  const documents = parts.filter(({ kind }) => kind === 'document');
  const together = documents.length > NAMED_DOCUMENTS;
  const single = together ? parts.filter(({ kind }) => kind !== 'document') : parts;
  const remove = (removed: readonly ScopePart[]) => onChange(withoutParts(scope, removed));
  return (
    <ul className="row wrap gap-6 shrinkable" aria-label="Answers come from">
      {parts.length === 0 ? (
        <li className={classes.chip}>
          <IconFolders size={14} stroke={1.8} aria-hidden />
          All files
        </li>
      ) : null}
      {single.map((part) => (
        <PartChip key={`${part.kind} ${part.id}`} part={part} choices={choices} onRemove={() => remove([part])} />
      ))}
      {together ? (
        <Chip icon={<IconFiles size={14} stroke={1.8} aria-hidden />} onRemove={() => remove(documents)}>
          {count(documents.length, 'document')}
        </Chip>
      ) : null}
      <li>
        <Popover
          opened={opened}
          onChange={setOpened}
          position="top-start"
          width={300}
          shadow="md"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
              onClick={() => setOpened(!opened)}
            >
              {parts.length === 0 ? 'Limit to…' : 'Add'}
            </Button>
          </Popover.Target>
          <Popover.Dropdown p={0} aria-label="Where answers come from">
            <ScopePicker scope={scope} choices={choices} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
      </li>
    </ul>
  );
}

interface PartChipProps {
  part: ScopePart;
  choices: ScopeChoices;
  onRemove(): void;
}

const missing = { account: 'An account', collection: 'A collection', label: 'A label', document: 'A document' };

function PartChip({ part, choices, onRemove }: PartChipProps) {
  const { data: name } = useQuery(scopeNameQuery(part));
  const account = part.kind === 'account' ? choices.accounts.find(({ id }) => id === part.id) : undefined;
  return (
    <Chip icon={<PartIcon kind={part.kind} slug={account?.slug} />} onRemove={onRemove}>
      {account?.title || name || missing[part.kind]}
    </Chip>
  );
}

function PartIcon({ kind, slug }: { kind: ScopePart['kind']; slug: string | undefined }) {
  if (slug) return <SourceIcon slug={slug} size={20} />;
  const Picture = { account: IconFolders, collection: IconStack2, label: IconTag, document: IconFile }[kind];
  return <Picture size={14} stroke={1.8} aria-hidden />;
}

function Chip({ icon, children, onRemove }: { icon: ReactNode; children: string; onRemove(): void }) {
  return (
    <li className={classes.chip}>
      {icon}
      <span className="ellipsis shrinkable" title={children}>
        {children}
      </span>
      <CloseButton size="xs" radius="xl" aria-label={`Remove ${children}`} onClick={onRemove} />
    </li>
  );
}
