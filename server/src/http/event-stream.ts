import type { FastifyReply } from 'fastify';

export interface StreamedEvent {
  event: string;
  data: unknown;
}

/** An answer that is sent in pieces, as server-sent events. `events` ends early when the signal is aborted. */
export class EventStream {
  readonly events: (signal: AbortSignal) => AsyncIterable<StreamedEvent>;
  constructor(events: (signal: AbortSignal) => AsyncIterable<StreamedEvent>) {
    this.events = events;
  }
}

const keepAliveMs = 15_000;

/** Sends the events; aborts them when the client closes the connection. */
export async function sendEvents(reply: FastifyReply, { events }: EventStream): Promise<void> {
  const { raw } = reply;
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  reply.hijack();
  raw.writeHead(200, {
    ...reply.getHeaders(),
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  } as never);
  const keepAlive = setInterval(() => raw.write(': still here\n\n'), keepAliveMs).unref();
  try {
    for await (const { event, data } of events(closed.signal)) {
      const hasRoom = raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!hasRoom && !closed.signal.aborted)
        await new Promise<void>((resolve) => {
          raw.once('drain', resolve).once('close', resolve);
        });
    }
  } finally {
    clearInterval(keepAlive);
    raw.end();
  }
}
