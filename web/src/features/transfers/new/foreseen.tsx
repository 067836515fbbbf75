import type { TransferPreview } from '@sheaf/contract';
import { count } from '../../../lib/format.ts';
import classes from './new-transfer.module.css';

type Kind = 'renamed' | 'converted' | 'colliding' | 'too_large' | 'not_transferable';

const kinds: readonly { kind: Kind; text(number: number): string; why: string; becomes?: true }[] = [
  {
    kind: 'not_transferable',
    text: (number) => `${count(number, 'item')} cannot go`,
    why: 'Links and the like have no content of their own. The report lists them.',
  },
  {
    kind: 'too_large',
    text: (number) => `${count(number, 'item')} too large for the destination`,
    why: 'They stay where they are and are reported.',
  },
  {
    kind: 'converted',
    text: (number) => `${count(number, 'item')} converted`,
    why: 'Documents of an online editor become office files.',
    becomes: true,
  },
  {
    kind: 'renamed',
    text: (number) => `${count(number, 'item')} renamed`,
    why: 'The destination does not allow these names. The report has the old ones.',
    becomes: true,
  },
  {
    kind: 'colliding',
    text: (number) => `${count(number, 'name')} more than once`,
    why: 'The destination keeps one of each in a folder, in upper or lower case. Folders become one; for files it goes by your choice for same names, but none takes the place of another.',
  },
];

/** What will not go as it is, by kind, with some by name. */
export function Foreseen({ preview }: { preview: TransferPreview }) {
  const found = kinds.filter(({ kind }) => preview[kind].count > 0);
  if (found.length === 0) return <p className={classes.fine}>Everything can go as it is.</p>;
  return (
    <div className={classes.foreseen}>
      {found.map(({ kind, text, why, becomes }) => {
        const { count: number, examples } = preview[kind];
        const more = number - examples.length;
        return (
          <details key={kind} className={classes.kind}>
            <summary>{text(number)}</summary>
            <p className={classes.dim}>{why}</p>
            <ul>
              {examples.map(({ path, detail }) => (
                <li key={path}>
                  {path}
                  {detail ? (
                    <span className={classes.dim}>
                      {becomes ? ' → ' : ' · '}
                      {detail}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
            {more > 0 ? <p className={classes.dim}>and {more.toLocaleString('en')} more</p> : null}
          </details>
        );
      })}
    </div>
  );
}
