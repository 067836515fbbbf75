import { useEffect, useState } from 'react';

/** Seconds left, and a way to start again. Counts by the clock, so a sleeping tab does not stop it. */
export function useCountdown(initialSeconds: number): [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initialSeconds * 1000);
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const running = seconds > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);

  const start = (from: number) => {
    setNow(Date.now());
    setEnd(Date.now() + from * 1000);
  };
  return [seconds, start];
}
