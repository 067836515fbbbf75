import { VisuallyHidden } from '@mantine/core';
import classes from './file-name.module.css';

/** Shorter names fit everywhere. */
const SHORT = 24;
/** An extension of the usual length, with a few letters before it. */
const END = /.{0,3}\.[^.\s]{1,8}$/u;

/** A name in one line. A truncated name keeps its end with the extension. */
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
      {/* Screen readers get the whole name instead of its two parts. */}
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
