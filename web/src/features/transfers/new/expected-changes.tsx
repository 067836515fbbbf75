import type { TransferPreview } from '@sheaf/contract';
import { count } from '../../../lib/format/format.ts';
import classes from './new-transfer.module.css';

type Kind = 'renamed' | 'converted' | 'colliding' | 'too_large' | 'not_transferable';

const kinds: readonly { kind: Kind; text(number: number): string; why: string; becomes?: true }[] = [
  {
    kind: 'not_transferable',
    text: (number) => `${count(number, 'item')} can’t be transferred`,
    why: 'Links and similar items have no content to copy. The report lists them.',
  },
  {
    kind: 'too_large',
    text: (number) => `${count(number, 'item')} too large for the destination`,
    why: 'They stay where they are. The report lists them.',
  },
  {
    kind: 'converted',
    text: (number) => `${count(number, 'item')} converted`,
    why: 'Online documents become Office files.',
    becomes: true,
  },
  {
    kind: 'renamed',
    text: (number) => `${count(number, 'item')} renamed`,
    why: 'The destination doesn’t allow these names. The report lists the old ones.',
    becomes: true,
  },
  {
    kind: 'colliding',
    text: (number) => count(number, 'duplicate name'),
    why: 'The destination treats these names as the same. Folders are merged. Files follow your choice for name conflicts, but never replace each other.',
  },
];

/** Lists what the transfer changes or leaves out, by kind, with examples. */
export function ExpectedChanges({ preview, isPartial }: { preview: TransferPreview; isPartial: boolean }) {
  const found = kinds.filter(({ kind }) => preview[kind].count > 0);
  if (found.length === 0) {
    const what = isPartial ? 'Everything that’s synced' : 'Everything';
    return <p className="flush">{what} can be transferred as it is.</p>;
  }
  return (
    <div className="framed lined">
      {found.map(({ kind, text, why, becomes }) => {
        const { count: number, examples } = preview[kind];
        const more = number - examples.length;
        return (
          <details key={kind} className={classes.kind}>
            <summary>{text(number)}</summary>
            <p className="dimmed small">{why}</p>
            <ul>
              {examples.map(({ path, detail }) => (
                <li key={path}>
                  {path}
                  {detail ? (
                    <span className="dimmed small">
                      {becomes ? ' → ' : ' · '}
                      {detail}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
            {more > 0 ? <p className="dimmed small">and {more.toLocaleString('en')} more</p> : null}
          </details>
        );
      })}
    </div>
  );
}
