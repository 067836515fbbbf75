import type { Faults } from '../shared/faults.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { jsonBody } from './call.ts';
import { GraphError, jsonAnswer } from './errors.ts';

interface Part {
  id?: string;
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  body?: unknown;
  dependsOn?: string[];
}

const maxParts = 20;
/** Graph sends this many requests to the same service at once. */
const maxAtOnce = 4;

/**
 * POST /$batch: up to 20 requests in one, each answered separately; the answers come in any order. A request that
 * depends on another isn’t sent if that one fails.
 */
export async function answerBatch(
  req: SandboxRequest,
  faults: Faults,
  answer: (part: SandboxRequest) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const { requests } = await jsonBody<{ requests?: Part[] }>({ req });
  if (!Array.isArray(requests) || requests.length === 0) throw new GraphError('invalidRequest', 'requests is missing');
  if (requests.length > maxParts)
    throw new GraphError('invalidRequest', `The number of requests exceeds the limit of ${maxParts}.`);
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    throw new GraphError('invalidRequest', 'Every request needs an id of its own.');
  const done = new Map<string, object & { status: number }>();
  const one = async (part: Part) => {
    const hasFailed = part.dependsOn?.some((id) => (done.get(id)?.status ?? 500) >= 400);
    const response = hasFailed ? failedDependency : await answer(innerRequest(req, part, faults));
    done.set(part.id!, described(part.id!, response));
  };
  const waiting = [...requests];
  while (waiting.length > 0) await Promise.all(nextOf(waiting, done).map(one));
  return jsonAnswer({ responses: [...done.values()].toReversed() });
}

/** Takes up to four waiting requests whose dependencies have been answered. */
function nextOf(waiting: Part[], done: ReadonlyMap<string, object>): Part[] {
  const isReady = ({ dependsOn = [] }: Part) => dependsOn.every((id) => done.has(id));
  const ready = waiting.filter(isReady).slice(0, maxAtOnce);
  if (ready.length === 0) throw new GraphError('invalidRequest', 'The requests depend on each other in a circle.');
  for (const part of ready) waiting.splice(waiting.indexOf(part), 1);
  return ready;
}

const failedDependency: SandboxResponse = {
  status: 424,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { code: 'FailedDependency', message: 'A request it depends on failed.' } }),
};

/**
 * Sends the part as a request of its own, with the sender of the batch. Faults requested by tests apply to it as well.
 */
function innerRequest(req: SandboxRequest, part: Part, faults: Faults): SandboxRequest {
  const { method = 'GET', url = '/', headers = {}, body } = part;
  const [path = '/', ...query] = `/v1.0${url.startsWith('/') ? '' : '/'}${url}`.split('?');
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    path,
    query: new URLSearchParams(query.join('?')),
    headers: { ...Object.fromEntries(sent), authorization: req.headers.authorization },
    incoming: req.incoming,
    body: async () => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null)),
    fault: faults.next(method, path),
  };
}

/** JSON unchanged, everything else in base64. */
function described(id: string, { status, headers = {}, body = '' }: SandboxResponse) {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body instanceof Uint8Array ? [body] : [...body]);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const content = type.includes('json') ? JSON.parse(bytes.toString()) : bytes.toString('base64');
  return { id, status, headers, ...(bytes.length > 0 && { body: content }) };
}
