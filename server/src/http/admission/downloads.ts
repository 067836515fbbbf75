import type { FastifyInstance } from 'fastify';
import { createInFlight } from './in-flight.ts';
import { createStreamSlots, type StreamSlots } from './stream-slots.ts';

/**
 * A browser needs a few for each open video or PDF: it asks for parts and ends one before it starts the next. The limit
 * for all bounds their memory, 256 kB each.
 */
const bounds = { each: 24, all: 400 };

/** All pictures of a page are requested at once through HTTP/2. They are small, so they wait for their turn. */
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
