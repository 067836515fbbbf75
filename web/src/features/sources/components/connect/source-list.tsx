import { Skeleton, Text } from '@mantine/core';
import type { Source } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import { sourcesQuery } from '../../api/connect.ts';
import { SandboxBadge } from '../sandbox-badge.tsx';
import classes from './source-list.module.css';

interface SourceListProps {
  onChoose(slug: string): void;
  disabled: boolean;
  /** A line under the name. */
  note?(source: Source): string;
}

/** Every app that can be connected, as buttons. */
export function SourceList({ onChoose, disabled, note = howToConnect }: SourceListProps) {
  const { data: sources, isError, refetch } = useQuery(sourcesQuery());
  if (!sources) {
    return isError ? <LoadFailed what="the apps" retry={() => void refetch()} /> : <Placeholders />;
  }
  if (sources.length === 0) return <Text className="empty-list">No apps are available on this server yet.</Text>;
  return (
    <ul className={classes.list}>
      {sources.map((source) => (
        <li key={source.id}>
          <button
            type="button"
            className={`framed row gap-12 wide ${classes.source}`}
            disabled={disabled}
            onClick={() => onChoose(source.slug)}
          >
            <SourceIcon slug={source.slug} />
            <span className="stack shrinkable">
              <span className={`row wrap strong ${classes.name}`}>
                {source.name}
                {source.sandbox ? <SandboxBadge /> : null}
              </span>
              <span className={classes.note}>{note(source)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function howToConnect({ auth, name }: Source): string {
  return auth === 'oauth2' ? `Sign in to ${name}` : 'Sign in with a server address and password';
}

function Placeholders() {
  return (
    <div className={classes.list} role="status" aria-label="Loading">
      {[0, 1, 2, 3].map((item) => (
        <Skeleton key={item} height={64} radius={10} />
      ))}
    </div>
  );
}
