import { pictureTypes } from '@sheaf/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';

/** Pictures of people and workspaces. The name is random and never used twice, so browsers may keep it for ever. */
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

/** Pictures arrive as they are; a call that takes none refuses them (see route.ts). */
export function acceptPictures(app: FastifyInstance): void {
  app.addContentTypeParser([...pictureTypes], { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** Address of a picture from what its row keeps. */
export const imageUrl = (key: string | null): string | null => (key ? `/images/${key}.webp` : null);
