import { PassThrough, type Readable } from 'node:stream';

/**
 * The chunks of a request until it is stopped; then throws the signal's reason. The connection stays open, so that a
 * response can be sent.
 */
export function untilStopped(body: Readable, stopped: AbortSignal): AsyncIterable<Buffer> {
  const chunks = new PassThrough();
  const cut = () => {
    if (!body.readableEnded) chunks.destroy(body.errored ?? new Error('The connection was closed'));
  };
  const stop = () => {
    body.unpipe(chunks);
    chunks.destroy(stopped.reason as Error);
  };
  body.once('error', cut).once('close', cut);
  stopped.addEventListener('abort', stop);
  chunks.once('close', () => stopped.removeEventListener('abort', stop));
  body.pipe(chunks);
  if (stopped.aborted) stop();
  // It may have been cut while the request waited for its turn; no event follows then.
  else if (body.destroyed) cut();
  return chunks;
}
