import { WebSocket } from 'ws';
import { ConnectorError } from '../../kit/errors.ts';

/** An open WebSocket. */
export interface Line {
  /** Does nothing after it has ended. */
  send(text: string): void;
  close(): void;
}

export interface LineOptions {
  onText(text: string): void;
  /** Called once, also after `close`. */
  onEnd(error: ConnectorError): void;
  /** If nothing arrives for this time, not even the answer to a ping, the connection is broken. */
  silentMs?: number;
}

const usualSilentMs = 60_000;
const connectMs = 30_000;
/** Slack leaves the connection open after the closing message. */
const closeMs = 1_000;
const maxMessageBytes = 4 * 1024 * 1024;

/** Errors don’t contain the address, because its ticket opens the connection. */
export function openLine(url: string, { onText, onEnd, silentMs = usualSilentMs }: LineOptions): Line {
  const socket = new WebSocket(url, {
    handshakeTimeout: connectMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  let reason = 'the connection was closed';
  let isHeard = true;
  const heard = () => {
    isHeard = true;
  };
  let beat: NodeJS.Timeout | undefined;
  const checkPulse = () => {
    if (!isHeard) {
      reason = 'nothing comes any more';
      socket.terminate();
      return;
    }
    isHeard = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  };
  socket.on('open', () => {
    beat = setInterval(checkPulse, silentMs / 2).unref();
  });
  socket.on('ping', heard);
  socket.on('pong', heard);
  socket.on('message', (data) => {
    heard();
    onText(data.toString());
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.message;
  });
  socket.on('close', () => {
    clearInterval(beat);
    onEnd(new ConnectorError('unavailable', `Slack’s Socket Mode connection ended: ${reason}`));
  });
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      if (socket.readyState !== WebSocket.OPEN) return socket.terminate();
      socket.close(1000);
      setTimeout(() => socket.terminate(), closeMs).unref();
    },
  };
}
