import type { ServerEvent } from '@sheaf/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { session } from '../../lib/http.ts';
import { followEvents } from './follow-events.ts';

/** A tab that nobody looks at for so long gives its line back: a browser has few of them for one server. */
const HIDDEN_MS = 30_000;

interface Listener {
  onEvent(event: ServerEvent): void;
  /** Listening began, or began again: what happened before was missed. */
  onOpen(): void;
}

/** Listens to the server while the page is looked at. Answers whether it hears anything now. */
export function useServerEvents(listener: Listener): boolean {
  const [live, setLive] = useState(false);
  const onEvent = useEffectEvent(listener.onEvent);
  const onOpen = useEffectEvent(listener.onOpen);

  useEffect(() => {
    let line: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const open = () => {
      if (line) return;
      line = new AbortController();
      const { signal } = line;
      const tell = (heard: boolean) => {
        if (!signal.aborted) setLive(heard);
      };
      const opened = () => {
        tell(true);
        onOpen();
      };
      const headers = () => session.headers();
      void followEvents({ headers, onEvent, onOpen: opened, onClose: () => tell(false) }, signal);
    };
    const close = () => {
      line?.abort();
      line = undefined;
    };
    const follow = () => {
      clearTimeout(timer);
      if (!document.hidden) return open();
      timer = setTimeout(() => {
        close();
        setLive(false);
      }, HIDDEN_MS);
    };

    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      close();
    };
  }, []);

  return live;
}
