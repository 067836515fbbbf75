import { pictureTypes } from '@sheaf/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';

/** Pictures of people and workspaces. Their names are random and never reused, so browsers may cache them forever. */
export function mountImages(app: FastifyInstance, { blobs }: Services): void {
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    const found = /^[0-9a-f-]{36}\.webp$/.test(name) ? await blobs.get(`images/${name}`) : null;
    if (!found) throw notFound('This picture');
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    reply.header('Content-Length', found.size);
    return reply.type('image/webp').send(found.body);
  });
}

/** Pictures are sent as raw bytes; calls that accept none refuse them (see route.ts). */
export function acceptPictures(app: FastifyInstance): void {
  app.addContentTypeParser([...pictureTypes], { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** The address of a picture, from the key in its row. */
export const imageUrl = (key: string | null): string | null => (key ? `/images/${key}.webp` : null);
