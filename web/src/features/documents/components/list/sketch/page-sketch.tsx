import type { Document } from '@sheaf/contract';
import { DocumentIcon } from '../../../../../ui/documents/document-icon.tsx';
import classes from './page-sketch.module.css';
import { sketchOf } from './sketch-lines.ts';

interface PageSketchProps {
  type: Document['type'];
  /** The beginning of its text. */
  text: string;
}

/**
 * A sketch of the beginning of a document, as small as a thumbnail. Screen readers skip it, because the name is beside
 * it.
 */
export function PageSketch({ type, text }: PageSketchProps) {
  const sketch = sketchOf(text);
  return (
    <div className={classes.page} data-type={type} aria-hidden>
      {'rows' in sketch ? (
        <div className={classes.table}>
          {sketch.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and stay in their order
            <div key={row} className={classes.row}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so do cells
                <span key={index} className={`ellipsis ${classes.cell}`}>
                  {cell}
                </span>
              ))}
            </div>
          ))}
        </div>
      ) : (
        <>
          {sketch.heading ? <div className={classes.heading}>{sketch.heading}</div> : null}
          {sketch.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines too
            <div key={index} className={classes.line}>
              {line}
            </div>
          ))}
        </>
      )}
      <span className={classes.icon}>
        <DocumentIcon type={type} size={28} />
      </span>
    </div>
  );
}
