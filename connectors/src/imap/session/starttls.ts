import type { Socket } from 'node:net';
import { plainError } from '../../kit/errors.ts';
import { unreachable } from '../../kit/network/unreachable.ts';

const MAX_BYTES = 16 * 1024;

/**
 * Requests TLS on a fresh connection; the next bytes on it are the handshake. Anything the server sent before is
 * discarded, and anything it sends between its consent and the handshake is refused, because both could come from an
 * attacker.
 */
export async function startTls(socket: Socket, server: string, patienceMs: number): Promise<void> {
  const lines = readLines(socket, server, patienceMs);
  try {
    const greeting = await lines.next();
    if (/^\* BYE\b/i.test(greeting))
      throw Object.assign(new Error('BYE'), { code: 'BYE', reason: greeting.slice(6).trim() });
    if (!/^\* OK\b/i.test(greeting)) throw noStartTls(server);
    socket.write('S1 STARTTLS\r\n');
    for (let line = await lines.next(); ; line = await lines.next()) {
      if (line.startsWith('* ')) continue;
      if (/^S1 OK\b/i.test(line)) break;
      throw noStartTls(server);
    }
    if (lines.rest() > 0) throw plainError('forbidden', `${server} sends unencrypted text where TLS should begin`);
  } finally {
    lines.stop();
  }
}

const noStartTls = (server: string) =>
  plainError('unavailable', `${server} doesn’t offer STARTTLS. Check the port, or choose TLS.`);

function readLines(socket: Socket, server: string, patienceMs: number) {
  let text = '';
  let received = 0;
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const onData = (bytes: Buffer) => {
    text += bytes.toString('latin1');
    received += bytes.length;
    if (received > MAX_BYTES) fail(noStartTls(server));
    wake();
  };
  const onError = (error: Error) => fail(unreachable(server, error));
  const onEnd = () => fail(plainError('unavailable', `${server} ended the connection`));
  const timer = setTimeout(
    () => fail(unreachable(server, Object.assign(new Error(), { code: 'ETIMEDOUT' }))),
    patienceMs,
  );
  socket.on('data', onData).on('error', onError).on('end', onEnd);
  return {
    async next(): Promise<string> {
      for (;;) {
        if (failure) throw failure;
        const end = text.indexOf('\n');
        if (end >= 0) {
          const line = text.slice(0, end).replace(/\r$/, '');
          text = text.slice(end + 1);
          return line;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    rest: () => text.length,
    stop() {
      clearTimeout(timer);
      socket.off('data', onData).off('error', onError).off('end', onEnd);
      socket.pause();
    },
  };
}
