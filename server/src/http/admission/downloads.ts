import type { FastifyInstance } from 'fastify';
import { createInFlight } from './in-flight.ts';
import { createStreamSlots, type StreamSlots } from './stream-slots.ts';

/**
 * A browser has a few for each video or PDF that is open: it asks for parts, and ends one before it begins the next. The
 * memory they take, 256 kB each, is bounded by the number for all.
 */
const bounds = { each: 24, all: 400 };

/** A page of pictures comes all at once, through HTTP/2. Each is small: they wait for their turn. */
const ofPictures = { running: 12, waiting: 500 };

declare module 'fastify' {
  interface FastifyInstance {
    downloads: { files: StreamSlots; pictures: ReturnType<typeof createInFlight> };
  }
}

export function boundDownloads(app: FastifyInstance): void {
  const message = 'Too many downloads at once. Wait until one has ended, then try again.';
  app.decorate('downloads', {
    files: createStreamSlots({ ...bounds, message, retryAfter: 10 }),
    pictures: createInFlight(ofPictures),
  });
}
