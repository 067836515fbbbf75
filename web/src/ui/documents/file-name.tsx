import { VisuallyHidden } from '@mantine/core';
import classes from './file-name.module.css';

/** Shorter names fit everywhere. */
const SHORT = 24;
/** What follows the last dot, as long as extensions usually are, with a few letters before it. */
const END = /.{0,3}\.[^.\s]{1,8}$/u;

/** A name in one line. Where it is cut short, its end with the extension stays. */
export function FileName({ name }: { name: string }) {
  const end = name.length > SHORT ? END.exec(name)?.[0] : undefined;
  if (!end) {
    return (
      <span className={classes.start} title={name}>
        {name}
      </span>
    );
  }
  return (
    <span className={classes.name} title={name}>
      {/* Read as one word, which its two parts would not be. */}
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={classes.start} aria-hidden>
        {name.slice(0, name.length - end.length)}
      </span>
      <span className={classes.end} aria-hidden>
        {end}
      </span>
    </span>
  );
}
