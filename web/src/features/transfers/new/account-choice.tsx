import { Radio } from '@mantine/core';
import { accountLine, accountTitle } from '../../../lib/format/account-title.ts';
import { count } from '../../../lib/format/format.ts';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import type { Place } from '../places.ts';
import classes from './new-transfer.module.css';

interface AccountChoiceProps {
  label: string;
  places: readonly Place[];
  /** Why a place cannot be chosen; null if it can. */
  obstacleOf(place: Place): string | null;
  value: string | undefined;
  onChange(id: string): void;
}

/** The accounts as cards. One that cannot be chosen shows the reason, and links to where that can be changed. */
export function AccountChoice({ label, places, obstacleOf, value, onChange }: AccountChoiceProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChange} classNames={{ label: classes.label }}>
      <div className="stack gap-8">
        {places.map((place) => (
          <AccountCard key={place.id} place={place} obstacle={obstacleOf(place)} />
        ))}
      </div>
    </Radio.Group>
  );
}

function AccountCard({ place, obstacle }: { place: Place; obstacle: string | null }) {
  const { id, source, files } = place;
  return (
    <div className={`framed ${classes.account}`}>
      <Radio
        value={id}
        disabled={obstacle !== null}
        classNames={{ body: classes.accountBody, labelWrapper: 'grow' }}
        label={
          <span className="row gap-10">
            <SourceIcon slug={source.slug} size={36} />
            <span className="stack shrinkable">
              <span className="strong breakable">{accountTitle(place, source)}</span>
              <span className="dimmed small">
                {[accountLine(place, source), `${count(files, 'file')} here`].filter(Boolean).join(' · ')}
              </span>
            </span>
          </span>
        }
      />
      {obstacle ? (
        <p className={classes.obstacle}>
          {obstacle}{' '}
          {obstacle.includes('in Apps') ? (
            <TextLink to="/apps" size="xs">
              Go to Apps
            </TextLink>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
