import type { Document } from '@sheaf/contract';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { useRowState } from '../use-selection.ts';
import classes from './document-cards.module.css';
import { DocumentMarks } from './document-marks.tsx';
import { LabelChips } from './label-chips.tsx';
import { Thumbnail } from './thumbnail.tsx';

const PICTURE = 64;

/** One card. What happens on it is heard by the list; see use-list-events.ts. */
export const DocumentCard = memo(function DocumentCard({ document }: { document: Document }) {
  const { id, name, source, updated_at, size, labels } = document;
  const { selected, entry } = useRowState(id);
  const tabIndex = entry ? 0 : -1;
  const details = [
    ...(updated_at === null ? [] : [formatDate(updated_at)]),
    ...(size === null ? [] : [formatBytes(size)]),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: elements of a table could not stand side by side
    <div role="row" className={classes.card} data-id={id} aria-selected={selected} tabIndex={tabIndex} draggable>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; the row has the focus */}
      <div role="gridcell" className={classes.cell}>
        <div className={classes.picture}>
          <Thumbnail document={document} size={PICTURE} />
        </div>
        <div className={classes.line}>
          <SourceIcon slug={source.slug} size={20} />
          <span className={classes.name} title={name}>
            {name}
          </span>
          <DocumentMarks document={document} />
        </div>
        <div className={classes.details}>{details.join(' · ')}</div>
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
