import type { Document } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count, formatBytes, formatDate } from '../../../../lib/format/format.ts';
import { documentTypeNames } from '../../../../ui/documents/document-icon.tsx';
import { FileName } from '../../../../ui/documents/file-name.tsx';
import { dropAttributes, folderTarget } from '../../../../ui/documents/folder-target.ts';
import { addressOf, locationNames, locationSearch, shortLocation } from '../../../../ui/documents/places.ts';
import { PersonAvatar } from '../../../../ui/pictures/person-avatar.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import type { Match } from '../../query/page.ts';
import { useRowState } from '../../selection/use-selection.ts';
import type { Column } from './columns.ts';
import { ConversationLine, conversationText } from './conversation-line.tsx';
import classes from './document-table.module.css';
import { AttachmentCount } from './marks/attachment-count.tsx';
import { deletedText } from './marks/deleted-text.ts';
import { DocumentMarks } from './marks/document-marks.tsx';
import { LabelChips } from './marks/label-chips.tsx';
import { MarkedText } from './marks/marked-text.tsx';
import { NameLink } from './marks/name-link.tsx';
import { UnreadMark } from './marks/unread-mark.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface DocumentRowProps {
  document: Document;
  match: Match | undefined;
  columns: readonly Column[];
  /** Shows the location on phones, which have no columns. */
  showLocation: boolean;
}

/** One row. The list handles its events; see use-list-events.ts. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document, match, columns, showLocation } = props;
  const { id, name, updated_at, size } = document;
  const { selected, entry } = useRowState(id);
  const tabIndex = entry ? 0 : -1;
  const date = updated_at === null ? undefined : formatDate(updated_at);
  // On phones there is one line for all of this, and the location is the longest part.
  const details = document.deleted
    ? [deletedText(document.deleted)]
    : [
        ...(date ? [date] : []),
        ...(document.conversation ? [conversationText(document.conversation)] : []),
        ...(size === null || showLocation ? [] : [formatBytes(size)]),
      ];
  return (
    <tr
      className={`hoverable drop-target ${classes.row}`}
      data-id={id}
      aria-selected={selected}
      tabIndex={tabIndex}
      draggable={!document.deleted}
      {...dropAttributes(folderTarget(document))}
    >
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
            <span className="row gap-6 shrinkable">
              <UnreadMark document={document} />
              <NameLink document={document}>
                {match && match.name_highlights.length > 0 ? (
                  <span className="ellipsis shrinkable" title={name}>
                    <MarkedText text={name} ranges={match?.name_highlights} />
                  </span>
                ) : (
                  <FileName name={name} />
                )}
              </NameLink>
              <AttachmentCount document={document} />
              <DocumentMarks document={document} />
            </span>
            <ConversationLine document={document} />
            <span className={classes.details}>
              {(showLocation ? [...details, shortLocation(locationNames(document))] : details).join(' · ')}
            </span>
          </div>
        </div>
      </td>
      {columns.map((column) => (
        <td key={column} className={classes[column]}>
          {cells[column](document, tabIndex)}
        </td>
      ))}
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

const cells: Record<Column, (document: Document, tabIndex: number) => ReactNode> = {
  location: (document, tabIndex) => <Location document={document} tabIndex={tabIndex} />,
  labels: ({ labels }) => <LabelChips labels={labels} />,
  owner: ({ created_by }) => (
    <span className="row gap-8 shrinkable" title={created_by.name}>
      <PersonAvatar person={created_by} size={24} />
      <span className={`ellipsis shrinkable ${classes.ownerName}`}>{created_by.name}</span>
    </span>
  ),
  type: ({ type }) => documentTypeNames[type],
  updated_at: ({ updated_at }) => (updated_at === null ? '–' : formatDate(updated_at)),
  size: sizeText,
  deleted: ({ deleted }) => deleted && formatDate(deleted.until),
};

/** The size; of a folder in the trash, how much was deleted with it. */
function sizeText({ size, type, deleted }: Document): string {
  if (deleted && type === 'folder') return count(deleted.contents, 'item');
  return size === null ? '–' : formatBytes(size);
}

/** The app as an icon, the account and the folders: 'Google Drive › Studio › Plans'. */
function Location({ document, tabIndex }: { document: Document; tabIndex: number }) {
  const { account, source } = document;
  const names = locationNames(document);
  // In narrow columns, only the folder itself is shown in full.
  const above = shortLocation(names.slice(0, -1));
  const text = (
    <>
      <SourceIcon slug={source.slug} size={18} plain />
      <span className={classes.folders}>
        {above ? <span className={classes.above}>{above}</span> : null}
        <span className={classes.folder}>{`${above ? ' › ' : ''}${names.at(-1)}`}</span>
      </span>
    </>
  );
  const title = [accountText(account, source), ...names.slice(1)].join(' › ');
  // The place it was deleted from; the folder may be in the trash too.
  if (document.deleted) {
    return (
      <span className={classes.path} title={title}>
        {text}
      </span>
    );
  }
  return (
    <a
      href={addressOf(locationSearch(document))}
      className={classes.path}
      data-action="location"
      tabIndex={tabIndex}
      title={title}
      draggable={false}
    >
      {text}
    </a>
  );
}
