import type { ServerEvent } from '@sheaf/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { session } from '../../lib/api/http.ts';
import { followEvents } from './follow-events.ts';

/** A tab that is hidden for this long closes its connection: browsers allow few of them per server. */
const HIDDEN_MS = 30_000;

interface Listener {
  onEvent(event: ServerEvent): void;
  /** Connected or reconnected: earlier events were missed. */
  onOpen(): void;
  /** The server no longer accepts the session. */
  onSessionEnd(): void;
}

/** Follows the server's events while the page is visible. Returns whether the connection is open. */
export function useServerEvents(listener: Listener): boolean {
  const [live, setLive] = useState(false);
  const onEvent = useEffectEvent(listener.onEvent);
  const onOpen = useEffectEvent(listener.onOpen);
  const onSessionEnd = useEffectEvent(listener.onSessionEnd);

  useEffect(() => {
    let connection: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const open = () => {
      if (connection) return;
      connection = new AbortController();
      const { signal } = connection;
      const report = (connected: boolean) => {
        if (!signal.aborted) setLive(connected);
      };
      const opened = () => {
        report(true);
        onOpen();
      };
      const headers = () => session.headers();
      const ended = () => {
        if (!signal.aborted) onSessionEnd();
      };
      const onClose = () => report(false);
      void followEvents({ headers, onEvent, onOpen: opened, onClose, onSessionEnd: ended }, signal);
    };
    const close = () => {
      connection?.abort();
      connection = undefined;
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
