import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { runDue } from './billing/due.ts';
import type { Route } from './call.ts';
import { refuseDigits } from './calls/payment-methods.ts';
import { errorAnswer, StripeError } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import { Params } from './params.ts';
import { findRoute } from './routes.ts';
import { apiVersion, type World } from './world.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** A call of the API under /v1. */
export async function answerCall(
  world: World,
  idempotency: Idempotency,
  req: SandboxRequest,
): Promise<SandboxResponse> {
  const id = world.id('req', 14);
  const common = {
    'request-id': id,
    'stripe-version': version(req),
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    // The header is also sent after the clock was moved, because callers read the provider’s time from it.
    date: new Date(world.now() * 1000).toUTCString(),
  };
  const body = (await req.body(MAX_BODY_BYTES)).toString();
  const key = req.method === 'POST' ? header(req, 'idempotency-key') : undefined;
  const call = `${req.path}\n${body}`;
  const known = key === undefined ? null : idempotency.find(key, call);
  if (known) return { ...known, headers: { ...common, ...known.headers } };
  world.request = { id, idempotency_key: key ?? null };
  let response: SandboxResponse;
  try {
    response = { status: 200, body: JSON.stringify(run(world, req, body)) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    response = errorAnswer(error);
    // A call that was refused before it had any effect may be corrected and sent with the same key.
    if (error.status !== 402) return { ...response, headers: { ...common, ...response.headers } };
  } finally {
    world.request = { id: null, idempotency_key: null };
  }
  if (key !== undefined) idempotency.remember(key, call, { ...response, headers: { 'original-request': id } });
  return { ...response, headers: { ...common, ...(key !== undefined && { 'idempotency-key': key }) } };
}

function run(world: World, req: SandboxRequest, body: string): object {
  const found = findRoute(req.method, req.path);
  const form = new URLSearchParams(req.method === 'POST' ? body : req.query);
  if (req.method === 'DELETE') for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
  const browserKey = form.get('key');
  form.delete('key');
  const isBrowser = authenticate(world, req, browserKey);
  if (!found) {
    throw new StripeError(404, {
      message: `Unrecognized request URL (${req.method}: ${req.path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`,
    });
  }
  const { route, ids } = found;
  const params = Params.parse(form).only(...route.accepts);
  if (isBrowser) checkBrowser(route, params);
  else if (hasDigits(params)) refuseDigits();
  runDue(world);
  return route.run({ world, params, ids });
}

const hasDigits = (params: Params) =>
  [params, params.object('payment_method_data')].some((given) => given?.object('card')?.has('number'));

/** Whether the caller is a browser, with the publishable key. */
function authenticate(world: World, req: SandboxRequest, browserKey: string | null): boolean {
  const { secretKey, publishableKey } = world.options;
  const [scheme = '', value = ''] = (header(req, 'authorization') ?? '').split(' ');
  const sent = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value;
  const key = sent || browserKey || '';
  if (key === secretKey) return false;
  if (key === publishableKey) return true;
  const message =
    key === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`;
  throw new StripeError(401, { message });
}

/** Browsers may make few calls, and prove their access to an intent by its secret. */
function checkBrowser(route: Route, params: Params): void {
  if (!route.isPublic) {
    throw new StripeError(403, {
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    });
  }
  if (route.accepts.includes('client_secret')) params.need('client_secret');
}

/** Other versions have other objects, so the sandbox only supports the SDK’s. */
function version(req: SandboxRequest): string {
  const wanted = header(req, 'stripe-version') ?? apiVersion;
  if (wanted === apiVersion) return wanted;
  throw new StripeError(400, { message: `Invalid Stripe API version: ${wanted}. The sandbox speaks ${apiVersion}.` });
}

function header(req: SandboxRequest, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
