/** How many refusals in a row are shown one by one; an app may refuse each item of a whole list. */
const toldAtOnce = 3;
const burstMs = 10_000;

export const moreRefused = 'Apps refused more of your changes. Those changes were undone.';

/** Shows the first refusals in a row, then only that there are more. */
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
