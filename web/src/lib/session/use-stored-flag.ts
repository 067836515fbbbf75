import { useState } from 'react';
import type { storageKeys } from './storage-keys.ts';

/** A switch that local storage remembers as '1' or '0'. */
export function useStoredFlag(key: (typeof storageKeys)[keyof typeof storageKeys]) {
  const [on, setOn] = useState(() => localStorage.getItem(key) === '1');
  const set = (value: boolean) => {
    localStorage.setItem(key, value ? '1' : '0');
    setOn(value);
  };
  return [on, set] as const;
}
