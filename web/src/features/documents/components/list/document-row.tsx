import type { Document } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { accountText } from '../../../../lib/format/account-title.ts';
import { formatBytes, formatDate } from '../../../../lib/format/format.ts';
import { FileName } from '../../../../ui/documents/file-name.tsx';
import { locationNames, locationSearch, type PlaceSearch, shortLocation } from '../../../../ui/documents/places.ts';
import { PersonAvatar } from '../../../../ui/pictures/person-avatar.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import type { Match } from '../../page.ts';
import { useRowState } from '../../use-selection.ts';
import { ConversationLine, conversationText } from './conversation-line.tsx';
import { DocumentMarks } from './document-marks.tsx';
import classes from './document-table.module.css';
import { LabelChips } from './label-chips.tsx';
import { MarkedText } from './marked-text.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface DocumentRowProps {
  document: Document;
  match: Match | undefined;
  showLocation: boolean;
}

/** One row. The list handles its events; see use-list-events.ts. */
export const DocumentRow = memo(function DocumentRow({ document, match, showLocation }: DocumentRowProps) {
  const { id, name, source, account, created_by, updated_at, size, labels } = document;
  const { selected, entry } = useRowState(id);
  const tabIndex = entry ? 0 : -1;
  const date = updated_at === null ? undefined : formatDate(updated_at);
  const location = locationNames(document);
  // Where there is little room, the folder itself stays.
  const above = shortLocation(location.slice(0, -1));
  // On phones there is one line for all of this, and the location is the longest part.
  const details = [
    ...(document.conversation ? [conversationText(document.conversation)] : []),
    ...(date ? [date] : []),
    ...(size === null || showLocation ? [] : [formatBytes(size)]),
  ];
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
              {match && match.name_highlights.length > 0 ? (
                <span className={classes.text} title={name}>
                  <MarkedText text={name} ranges={match?.name_highlights} />
                </span>
              ) : (
                <FileName name={name} />
              )}
              <ConversationLine document={document} />
              <DocumentMarks document={document} />
            </span>
            <span className={classes.details}>
              {(showLocation ? [...details, shortLocation(location)] : [source.name, ...details]).join(' · ')}
            </span>
          </div>
        </div>
      </td>
      {showLocation ? (
        <td className={classes.location}>
          <a
            href={addressOf(locationSearch(document))}
            className={classes.path}
            data-action="location"
            tabIndex={tabIndex}
            title={location.join(' › ')}
            draggable={false}
          >
            {above ? <span className={classes.above}>{above}</span> : null}
            <span className={classes.folder}>{`${above ? ' › ' : ''}${location.at(-1)}`}</span>
          </a>
        </td>
      ) : null}
      <td className={classes.labels}>
        <LabelChips labels={labels} />
      </td>
      <td className={classes.source}>
        <span className={classes.withIcon} title={accountText(account, source)}>
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

/** For a new tab; a plain click is handled by the list. */
const addressOf = (to: PlaceSearch): string => `/directory?${new URLSearchParams({ ...to })}`;
