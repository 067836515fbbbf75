import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { AppError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { requestReconcile } from '../../plans/index.ts';
import { customerByProviderId } from '../customers.queries.ts';

const bodyLimit = 1024 * 1024;

/**
 * Receives events of the payment provider, whose signature covers the raw bytes. An event only triggers a reconcile, so
 * one that is repeated, late, out of order or lost does no harm.
 */
export function mountStripeWebhook(api: FastifyInstance, services: Services): void {
  const { payments, db } = services;
  if (!payments) return;
  api.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body);
    hooks.post('/webhooks/stripe', { bodyLimit }, async (request, reply) => {
      const event = verified(request.body, request.headers['stripe-signature']);
      const providerId = customerOf(event);
      const customer = providerId ? await customerByProviderId(db, providerId) : undefined;
      if (customer?.organization_id) {
        const organizationId = customer.organization_id;
        await db.transaction().execute(async (tx) => {
          const { numAffectedRows } = await sql`insert into billing_events (id) values (${event.id})
            on conflict do nothing`.execute(tx);
          if (numAffectedRows === 1n) await requestReconcile(tx, organizationId);
        });
      }
      return reply.code(204).send();
    });
  });

  function verified(body: unknown, signature: unknown): Stripe.Event {
    const { stripe, webhookSecret } = payments!;
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw refused();
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret);
    } catch {
      throw refused();
    }
  }
}

const refused = () => new AppError('forbidden', 'The signature is wrong.');

/** The customer an event is about, which most objects name. */
function customerOf({ type, data }: Stripe.Event): string | null {
  const about = data.object as { id?: string; customer?: string | { id: string } | null };
  if (type.startsWith('customer.') && !type.startsWith('customer.subscription.') && !about.customer)
    return about.id ?? null;
  return typeof about.customer === 'string' ? about.customer : (about.customer?.id ?? null);
}
