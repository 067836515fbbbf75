import { type FaultAction, Faults } from '../shared/faults.ts';
import type { ServerAddress } from '../shared/listen.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import { answerCall } from './api.ts';
import { seedCatalog } from './catalog.ts';
import { createControl, type StripeControl } from './control.ts';
import { errorAnswer, StripeError } from './errors.ts';
import { Idempotency } from './idempotency.ts';
import { answerPage } from './pages/index.ts';
import { Webhooks } from './webhooks.ts';
import { World, type WorldOptions } from './world.ts';

export interface StripeOptions extends Partial<WorldOptions> {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
}

export interface StripeSandbox {
  url: string;
  /** The API, and the script that replaces js.stripe.com/v3. */
  urls: { api: string; script: string };
  /** The publishable key. */
  clientId: string;
  /** The secret key. */
  clientSecret: string;
  settings: { webhookSecret: string };
  state: World;
  control: StripeControl;
  stop(): Promise<void>;
}

/** A strict Stripe in miniature: one account in test mode, with the prices of the contract. */
export async function startStripe(options: StripeOptions = {}): Promise<StripeSandbox> {
  const { secretKey = 'sk_test_sandbox', publishableKey = 'pk_test_sandbox' } = options;
  const { webhookSecret = 'whsec_sandbox', address } = options;
  const world = new World({ secretKey, publishableKey, webhookSecret });
  seedCatalog(world);
  const faults = new Faults();
  const webhooks = new Webhooks(world);
  const control = createControl(world, faults, webhooks);
  const idempotency = new Idempotency(() => world.now());
  const answer = (req: SandboxRequest) =>
    req.path.startsWith('/v1/') ? answerCall(world, idempotency, req) : answerPage(world, req);
  const server = await startServer({ address, faults, control, answer, refuse, failure });
  world.url = server.publicUrl;
  return {
    url: server.url,
    urls: { api: server.url, script: `${server.publicUrl}/stripe/v3/` },
    clientId: publishableKey,
    clientSecret: secretKey,
    settings: { webhookSecret },
    state: world,
    control,
    stop() {
      webhooks.stop();
      return server.stop();
    },
  };
}

function refuse(error: unknown): SandboxResponse {
  if (error instanceof StripeError) return errorAnswer(error);
  return errorAnswer(new StripeError(500, { type: 'api_error', message: String(error) }));
}

function failure({ status, retryAfter, reason }: FaultAction & { kind: 'status' }): SandboxResponse {
  const [type, message] =
    status === 429
      ? (['rate_limit_error', 'Request rate limit exceeded.'] as const)
      : (['api_error', 'An unexpected error occurred on our side.'] as const);
  const code = reason ?? (status === 429 ? 'rate_limit' : undefined);
  const response = errorAnswer(new StripeError(status, { type, message, ...(code !== undefined && { code }) }));
  const later: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { ...response, headers: { ...response.headers, ...later } };
}
