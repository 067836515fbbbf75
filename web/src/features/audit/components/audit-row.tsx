import type { AuditEvent } from '@sheaf/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatTime } from '../../../lib/format/format.ts';
import { factsOf, sentenceOf } from '../audit-text.ts';
import classes from './audit.module.css';

/** An event as a sentence, with all known facts when opened. */
export function AuditRow({ event }: { event: AuditEvent }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { who, did } = sentenceOf(event);
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={`hoverable plain row gap-16 wide ${classes.head}`}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        <span className={`grow breakable ${classes.sentence}`}>
          <b className="strong">{who}</b> {did}
        </span>
        <time className={`rigid dimmed numeric ${classes.time}`} dateTime={event.at}>
          {formatTime(event.at)}
        </time>
        <IconChevronDown size={16} stroke={1.8} aria-hidden className={`rigid dimmed ${classes.arrow}`} />
      </button>
      {opened ? (
        <dl id={id} className={classes.facts}>
          {factsOf(event).map(({ name, value }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
