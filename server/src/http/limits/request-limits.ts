import { limits, uploadsPath } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { networkOf } from '../client.ts';
import type { Viewer } from '../viewer.ts';
import { createSharedCounts } from './shared-counts.ts';

/**
 * Limits requests per minute: of a person, of a key, and of a network for requests without a valid session. People in
 * one office share the latter only while they sign in.
 */
export interface RequestLimits {
  /** Runs before the viewer is looked up, so that refused requests count too. */
  onArrival(request: FastifyRequest): void | Promise<void>;
  /** Counts the request for the person or key instead of the network. */
  onAdmission(request: FastifyRequest, token: string, viewer: Viewer): void | Promise<void>;
  /** Forgets a token that is no longer valid. */
  onRefusal(token: string): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: RequestLimits;
  }
  interface FastifyRequest {
    /** The caller, as far as is known: the owner of a token that was valid recently, else the network. */
    caller: string | null;
    /** The caller that the request was counted for on arrival. */
    countedFor: string | null;
    isAdmitted: boolean;
  }
}

/**
 * A dropped folder makes a request or two for each file, which must neither be cut short nor use up the requests of
 * pages.
 */
const uploadsFactor = 5;
/** Tokens that were valid recently: their requests don’t count for the network, which others may have used up. */
const maxTokens = 20_000;

export function limitRequests(
  app: FastifyInstance,
  { config, pool }: Pick<Services, 'config' | 'pool'>,
  patienceMs?: number,
): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('countedFor', null);
  app.decorateRequest('isAdmitted', false);
  app.decorate('limits', config.rateLimit > 0 ? createLimits(app, pool, config.rateLimit, patienceMs) : unlimited);
}

const unlimited: RequestLimits = { onArrival() {}, onAdmission() {}, onRefusal() {} };

/** The caller that a request counts for. */
interface Count {
  kind: 'network' | 'person' | 'key';
  key: string;
  perMinute: number;
}

function createLimits(
  app: FastifyInstance,
  pool: Services['pool'],
  perMinute: number,
  patienceMs?: number,
): RequestLimits {
  const counts = createSharedCounts(pool, patienceMs);
  /** The owners of tokens, by hash. */
  const valid = new Map<string, Pick<Viewer, 'id' | 'credential'>>();

  function ofNetwork(request: FastifyRequest): Count {
    const [prefix, factor] = isUpload(request) ? ['uploads of network ', uploadsFactor] : ['network ', 1];
    return { kind: 'network', key: prefix + networkOf(request), perMinute: perMinute * factor };
  }

  function ofViewer(request: FastifyRequest, { id, credential }: Pick<Viewer, 'id' | 'credential'>): Count {
    if (credential.kind === 'key')
      return { kind: 'key', key: `key ${credential.id}`, perMinute: limits.keyCallsPerMinute };
    const [prefix, factor] = isUpload(request) ? ['uploads of ', uploadsFactor] : ['', 1];
    return { kind: 'person', key: prefix + id, perMinute: perMinute * factor };
  }

  function take(count: Count): void | Promise<void> {
    const wait = counts.take(count.key, count.perMinute);
    return typeof wait === 'number' ? refuseFor(wait, count) : wait.then((ms) => refuseFor(ms, count));
  }

  return {
    onArrival(request) {
      const token = bearerOf(request);
      const hash = token && hashOf(token);
      const known = hash && valid.get(hash);
      if (!known) {
        const count = ofNetwork(request);
        request.caller = request.countedFor = count.key;
        return take(count);
      }
      request.caller = `token ${hash}`;
      // Callers without calls left are refused before any lookup.
      const count = ofViewer(request, known);
      refuseFor(app.refusals.isFull(request.caller) ? 1_000 : counts.waitOf(count.key), count);
    },
    onAdmission(request, token, viewer) {
      if (request.isAdmitted) return;
      request.isAdmitted = true;
      const hash = hashOf(token);
      remember(valid, hash, { id: viewer.id, credential: viewer.credential });
      request.caller = `token ${hash}`;
      if (request.countedFor) counts.giveBack(request.countedFor);
      return take(ofViewer(request, viewer));
    },
    onRefusal: (token) => void valid.delete(hashOf(token)),
  };
}

function refuseFor(ms: number, { kind }: Count): void {
  if (ms <= 0) return;
  const message = `Too many requests${kind === 'key' ? ' with this API key' : ''}. Wait a moment.`;
  throw new AppError('rate_limited', message, { retryAfter: ms / 1000, limit: `requests of a ${kind}` });
}

const isUpload = ({ url }: FastifyRequest): boolean => url.startsWith(`/api${uploadsPath}`);

const hashOf = (token: string): string => tokenHash(token).toString('base64');

function remember<T>(valid: Map<string, T>, hash: string, whose: T): void {
  if (!valid.has(hash) && valid.size >= maxTokens) valid.delete(valid.keys().next().value!);
  valid.set(hash, whose);
}

/** The token of a session or key in a request. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1];
