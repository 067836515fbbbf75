import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { mailboxPage, mailPage } from '../platform/mail/index.ts';
import type { Services } from '../services.ts';

const pageCsp =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'";
const bodyCsp =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const columns = ['id', 'recipient', 'subject', 'text', 'html', 'sent_at'] as const;

/** The local outbox, for requests from this machine only: without a mail server, people read their codes here. */
export function mountMailbox(app: FastifyInstance, { db }: Services): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!fromThisMachine(request)) throw notFound('This page');
    });
    const recent = (to?: string) => {
      const newest = db.selectFrom('outbox').select(columns).orderBy('id', 'desc').limit(100);
      return (to ? newest.where('recipient', '=', to) : newest).execute();
    };
    const one = async (id: string) => {
      const mail = isId(id)
        ? await db.selectFrom('outbox').select(columns).where('id', '=', id).executeTakeFirst()
        : undefined;
      if (!mail) throw notFound('This mail');
      return mail;
    };
    scope.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request) => {
      const { to } = request.query;
      return { data: await recent(typeof to === 'string' ? to.replaceAll('\0', '') : undefined) };
    });
    scope.get('/dev/mailbox', async (_, reply) =>
      reply
        .header('Content-Security-Policy', pageCsp)
        .type('text/html')
        .send(mailboxPage((await recent()).map(listed))),
    );
    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) =>
      reply
        .header('Content-Security-Policy', pageCsp)
        .type('text/html')
        .send(mailPage(listed(await one(request.params.id)))),
    );
    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id/body', async (request, reply) => {
      const mail = await one(request.params.id);
      reply.header('X-Frame-Options', 'SAMEORIGIN');
      return reply.header('Content-Security-Policy', bodyCsp).type('text/html').send(mail.html);
    });
  });
}

function listed(mail: { id: string; recipient: string; subject: string; text: string; sent_at: Date }) {
  return { ...mail, to: mail.recipient };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Headers that proxies add. A proxy that adds none speaks HTTP/1.0 or is named in the configuration (see start.ts). */
const proxied = /^(via|forwarded|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/;

/** A loopback connection without a proxy, to a local name, so that no foreign page can rebind its own name. */
function fromThisMachine(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? '';
  const local = peer === '::1' || /^(::ffff:)?127\./.test(peer);
  const direct = request.raw.httpVersion !== '1.0' && !Object.keys(request.headers).some((name) => proxied.test(name));
  return local && direct && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
}
