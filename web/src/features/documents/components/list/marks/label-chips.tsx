import type { Label } from '@sheaf/contract';
import classes from './marks.module.css';

const MAX_SHOWN = 2;

/** The labels of a document; those that don’t fit are counted. */
export function LabelChips({ labels }: { labels: readonly Label[] }) {
  const more = labels.slice(MAX_SHOWN);
  return (
    <span className="row gap-4 shrinkable">
      {labels.slice(0, MAX_SHOWN).map(({ id, name, color }) => (
        <span key={id} className={classes.chip} title={name}>
          <span className={classes.labelDot} style={{ '--dot': color }} />
          <span className="ellipsis">{name}</span>
        </span>
      ))}
      {more.length > 0 ? (
        <span className="rigid dimmed small" title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
        </span>
      ) : null}
    </span>
  );
}
