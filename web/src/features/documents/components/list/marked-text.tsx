import classes from './marked-text.module.css';

interface MarkedTextProps {
  text: string;
  /** Start and end of each match, in order. */
  ranges: readonly (readonly [number, number])[] | undefined;
}

/** A text with what was searched for marked in it. */
export function MarkedText({ text, ranges = [] }: MarkedTextProps) {
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className={classes.match}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)![1])}
    </>
  );
}
