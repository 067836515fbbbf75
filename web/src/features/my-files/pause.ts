/** A pause that ends early when the browser goes online, and not before that while it is offline. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = navigator.onLine ? setTimeout(over, ms) : undefined;
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
