import type { Document } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { useRowState } from '../use-selection.ts';
import { DocumentMarks } from './document-marks.tsx';
import classes from './document-table.module.css';
import { LabelChips } from './label-chips.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** One row. What happens on it is heard by the list; see use-list-events.ts. */
export const DocumentRow = memo(function DocumentRow({ document }: { document: Document }) {
  const { id, name, source, account, created_by, updated_at, size, labels } = document;
  const { selected, entry } = useRowState(id);
  const tabIndex = entry ? 0 : -1;
  const date = updated_at === null ? undefined : formatDate(updated_at);
  const details = [source.name, ...(date ? [date] : []), ...(size === null ? [] : [formatBytes(size)])];
  return (
    <tr className={classes.row} data-id={id} aria-selected={selected} tabIndex={tabIndex} draggable>
      <td className={classes.check}>
        <input
          type="checkbox"
          className={classes.box}
          data-action="toggle"
          checked={selected}
          readOnly
          tabIndex={tabIndex}
          aria-label={`Select ${name}`}
        />
      </td>
      <td>
        <div className={classes.name}>
          <Thumbnail document={document} size={28} />
          <div className={classes.names}>
            <span className={classes.title}>
              <span className={classes.text} title={name}>
                {name}
              </span>
              <DocumentMarks document={document} />
            </span>
            <span className={classes.details}>{details.join(' · ')}</span>
          </div>
        </div>
      </td>
      <td className={classes.labels}>
        <LabelChips labels={labels} />
      </td>
      <td className={classes.source}>
        <span className={classes.withIcon} title={account.name}>
          <SourceIcon slug={source.slug} size={22} />
          <span className={classes.text}>{source.name}</span>
        </span>
      </td>
      <td className={classes.owner}>
        <span className={classes.withIcon} title={created_by.name}>
          <PersonAvatar person={created_by} size={24} />
          <span className={classes.ownerName}>{created_by.name}</span>
        </span>
      </td>
      <td className={classes.date}>{date ?? '–'}</td>
      <td className={classes.size}>{size === null ? '–' : formatBytes(size)}</td>
      <td className={classes.menu}>
        <button
          type="button"
          className={classes.dots}
          data-action="menu"
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={18} stroke={1.7} aria-hidden />
        </button>
      </td>
    </tr>
  );
});
