import type { Document, SearchPassage } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { formatBytes, formatDate } from '../../../../lib/format/format.ts';
import { dropAttributes, folderTarget } from '../../../../ui/documents/folder-target.ts';
import { locationNames, shortLocation } from '../../../../ui/documents/places.ts';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import type { Match } from '../../query/page.ts';
import { useRowState } from '../../selection/use-selection.ts';
import { conversationText } from './conversation-line.tsx';
import classes from './document-cards.module.css';
import { AttachmentCount } from './marks/attachment-count.tsx';
import { deletedText } from './marks/deleted-text.ts';
import { DocumentMarks } from './marks/document-marks.tsx';
import { LabelChips } from './marks/label-chips.tsx';
import { MarkedText } from './marks/marked-text.tsx';
import { NameLink } from './marks/name-link.tsx';
import { UnreadMark } from './marks/unread-mark.tsx';
import { type OpenPassage, Passages } from './passages.tsx';
import { PageSketch } from './sketch/page-sketch.tsx';
import { Thumbnail } from './thumbnail.tsx';

const PICTURE = 64;

interface DocumentCardProps {
  document: Document;
  match: Match | undefined;
  /** The beginning of its text. */
  excerpt: string | undefined;
  showLocation: boolean;
  onPassage: OpenPassage;
}

/** One card. The list handles its events; see use-list-events.ts. */
export const DocumentCard = memo(function DocumentCard(props: DocumentCardProps) {
  const { document, match, excerpt, showLocation, onPassage } = props;
  const { id, name, source, updated_at, size, labels } = document;
  const { selected, entry } = useRowState(id);
  const location = locationNames(document);
  const tabIndex = entry ? 0 : -1;
  const details = [
    ...(document.deleted ? [deletedText(document.deleted)] : []),
    ...(updated_at === null || document.deleted ? [] : [formatDate(updated_at)]),
    ...(size === null ? [] : [formatBytes(size)]),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: elements of a table could not stand side by side
    <div
      role="row"
      className={classes.card}
      data-id={id}
      aria-selected={selected}
      tabIndex={tabIndex}
      draggable={!document.deleted}
      {...dropAttributes(folderTarget(document))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; the row has the focus */}
      <div role="gridcell" className={classes.cell}>
        <div className={classes.picture}>
          {excerpt ? (
            <PageSketch type={document.type} text={excerpt} />
          ) : (
            <Thumbnail document={document} size={PICTURE} isCard />
          )}
        </div>
        <div className={`row gap-8 shrinkable ${classes.line}`}>
          <SourceIcon slug={source.slug} size={20} plain />
          <UnreadMark document={document} />
          <NameLink document={document}>
            <span className="ellipsis grow strong" title={name}>
              <MarkedText text={name} ranges={match?.name_highlights} />
            </span>
          </NameLink>
          <AttachmentCount document={document} />
          <DocumentMarks document={document} />
        </div>
        {document.conversation ? (
          <div className={classes.details}>{conversationText(document.conversation)}</div>
        ) : null}
        <div className={classes.details}>{details.join(' · ')}</div>
        {showLocation ? (
          <div className={classes.details} title={location.join(' › ')}>
            {shortLocation(location)}
          </div>
        ) : null}
        {match && match.passages.length > 0 ? (
          <div className={classes.passages}>
            <Passages
              document={document}
              match={{ ...match, passages: match.passages.slice(0, 1).map(nearMatch) }}
              onOpen={onPassage}
            />
          </div>
        ) : null}
        {labels.length > 0 ? (
          <div className={classes.labels}>
            <LabelChips labels={labels} />
          </div>
        ) : null}
        <input
          type="checkbox"
          className={classes.box}
          data-action="toggle"
          checked={selected}
          readOnly
          tabIndex={tabIndex}
          aria-label={`Select ${name}`}
        />
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
      </div>
    </div>
  );
});

/** Leaves this many characters before a match, so that the match stays in view. */
const BEFORE = 16;

function nearMatch(passage: SearchPassage): SearchPassage {
  const { text, highlights } = passage;
  const cut = text.indexOf(' ', Math.max(0, (highlights[0]?.[0] ?? 0) - BEFORE));
  if (cut <= 0 || cut >= (highlights[0]?.[0] ?? 0) || highlights[0]![0] <= 2 * BEFORE) return passage;
  const shift = cut - 1;
  return {
    ...passage,
    text: `…${text.slice(cut)}`,
    highlights: highlights.map(([start, end]) => [start - shift, end - shift]),
  };
}
