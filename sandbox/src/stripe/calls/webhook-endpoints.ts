import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { WebhookEndpoint } from '../objects/types.ts';
import { apiVersion, type World } from '../world.ts';

/** Sandboxes reach nothing but this machine. */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return url.href;
  throw badRequest('Invalid URL: The sandbox delivers to addresses of this machine only.', 'url', 'url_invalid');
}

export function addEndpoint(world: World, url: string, enabled_events: string[], secret: string): WebhookEndpoint {
  return world.webhookEndpoints.add({
    id: world.id('we'),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: world.now(),
    description: null,
    enabled_events,
    livemode: false,
    metadata: {},
    secret,
    status: 'enabled',
    url,
  });
}

/** Only the answer to its creation contains the secret. */
function shown(endpoint: WebhookEndpoint): WebhookEndpoint {
  const copy = { ...endpoint };
  delete copy.secret;
  return copy;
}

function create({ world, params }: Call): WebhookEndpoint {
  const events = params.texts('enabled_events');
  if (events.length === 0)
    throw badRequest('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing');
  const endpoint = addEndpoint(world, readUrl(params.need('url')), events, world.id('whsec', 32));
  endpoint.description = params.nullable('description') ?? null;
  endpoint.metadata = params.metadata();
  return endpoint;
}

function update({ world, params, ids: [id = ''] }: Call): object {
  const endpoint = world.webhookEndpoints.need(id);
  const url = params.text('url');
  const events = params.texts('enabled_events');
  const disabled = params.boolean('disabled');
  if (url !== undefined) endpoint.url = readUrl(url);
  if (events.length > 0) endpoint.enabled_events = events;
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
  endpoint.metadata = params.metadata(endpoint.metadata);
  return shown(endpoint);
}

function remove({ world, ids: [id = ''] }: Call): object {
  world.webhookEndpoints.need(id);
  world.webhookEndpoints.delete(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

const fields = ['url', 'enabled_events', 'description', 'metadata'];

export const webhookEndpointRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', accepts: [...fields, 'api_version'], run: create },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    accepts: listParams,
    run: (call) => pageOf(call, '/v1/webhook_endpoints', call.world.webhookEndpoints.newestFirst().map(shown)),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/*',
    accepts: [],
    run: ({ world, ids: [id = ''] }) => shown(world.webhookEndpoints.need(id)),
  },
  { method: 'POST', path: '/v1/webhook_endpoints/*', accepts: [...fields, 'disabled'], run: update },
  { method: 'DELETE', path: '/v1/webhook_endpoints/*', accepts: [], run: remove },
];
