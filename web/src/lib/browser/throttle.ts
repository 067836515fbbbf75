/** Runs immediately, then at most once per interval; calls in between run once at its end. */
export function throttle(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const rest = () => {
    timer = undefined;
    if (!again) return;
    again = false;
    start();
  };
  const start = () => {
    timer = setTimeout(rest, ms);
    run();
  };
  return () => {
    if (timer === undefined) start();
    else again = true;
  };
}
