/** How many refusals in a row are shown one by one; an app may refuse each item of a whole list. */
const maxShown = 3;
const burstMs = 10_000;

export const moreRefused = 'Apps refused more of your changes. Those changes were undone.';

/** Shows the first refusals in a row, then only that there are more. */
export function limitRefusals(
  show: (message: string) => void,
  now: () => number = Date.now,
): (message: string) => void {
  let shown = 0;
  let last = 0;
  return (message) => {
    if (now() - last > burstMs) shown = 0;
    last = now();
    shown += 1;
    show(shown <= maxShown ? message : moreRefused);
  };
}
