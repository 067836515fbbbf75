import { Fragment } from 'react';
import classes from './marks.module.css';

interface MarkedTextProps {
  text: string;
  /** Start and end of each match, in order. */
  ranges: readonly (readonly [number, number])[] | undefined;
  /** Rows of a table, one in each line, with a bar between cells. */
  isTable?: boolean;
}

/** A text with the search matches marked in it. */
export function MarkedText({ text, ranges = [], isTable = false }: MarkedTextProps) {
  const plain = (from: number, to?: number) => (isTable ? <Cells text={text.slice(from, to)} /> : text.slice(from, to));
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {plain(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className={classes.match}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {plain(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

const BAR = ' | ';

function Cells({ text }: { text: string }) {
  const [first, ...rest] = text.split(BAR);
  return (
    <>
      {first}
      {rest.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing else, and stay in their order
        <Fragment key={index}>
          <span className={classes.bar}>{BAR}</span>
          {cell}
        </Fragment>
      ))}
    </>
  );
}
