import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ReceiveWebhook } from '../kit/app.ts';
import { json, sameBytes } from '../kit/http/signed-body.ts';

const news = z.object({ list_folder: z.object({ accounts: z.array(z.string().max(256)).max(1000) }) });

/** Dropbox verifies the address once; later messages list accounts and are signed with our secret. */
export const webhook: ReceiveWebhook = ({ method, headers, query, body }, { clientSecret }) => {
  if (method === 'GET') {
    const text = query.get('challenge') ?? '';
    return text === '' || text.length > 512 ? { kind: 'malformed' } : { kind: 'challenge', text };
  }
  const expected = createHmac('sha256', clientSecret).update(body).digest();
  const given = Buffer.from(headers['x-dropbox-signature'] ?? '', 'hex');
  if (!clientSecret || !sameBytes(given, expected)) return { kind: 'refused' };
  const read = news.safeParse(json(body));
  return read.success ? { kind: 'accounts', remoteUserIds: read.data.list_folder.accounts } : { kind: 'malformed' };
};
