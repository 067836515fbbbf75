/** So many are told by name; an app may refuse a whole list, one by one. */
const toldAtOnce = 3;
const burstMs = 10_000;

export const moreRefused = 'Apps refused more of your changes. What they refused is back as it was.';

/** Tells of changes that apps refused: of many in a row the first, and that there are more. */
export function tellRefusals(tell: (message: string) => void, now: () => number = Date.now): (message: string) => void {
  let told = 0;
  let last = 0;
  return (message) => {
    if (now() - last > burstMs) told = 0;
    last = now();
    told += 1;
    tell(told <= toldAtOnce ? message : moreRefused);
  };
}
