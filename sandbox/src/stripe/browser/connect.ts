import type { FromFrame, ToFrame } from './messages.ts';

/** Waits for the embedding page to send a port, which both use from then on. */
export function connect(receive: (message: ToFrame) => void): Promise<(message: FromFrame) => void> {
  return new Promise((resolve) => {
    const accept = ({ source, data, ports: [port] }: MessageEvent) => {
      if (source !== window.parent || data !== 'stripe-sandbox' || !port) return;
      window.removeEventListener('message', accept);
      port.addEventListener('message', ({ data: message }: MessageEvent<ToFrame>) => receive(message));
      port.start();
      resolve((message) => port.postMessage(message));
    };
    window.addEventListener('message', accept);
  });
}
