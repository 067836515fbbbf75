import { useEffect, useState } from 'react';

const UPDATE_MS = 15_000;

/** The current time, updated every few seconds, for texts such as '5 minutes ago'. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
