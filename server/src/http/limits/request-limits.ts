import { limits, uploadsPath } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { networkOf } from '../client.ts';
import type { Viewer } from '../viewer.ts';
import { createSharedCounts } from './shared-counts.ts';

/**
 * How many requests a minute: of a person, of a key, and of a network those that nobody signed in has made. An office behind
 * one address shares the latter only for signing in.
 */
export interface RequestLimits {
  /** Before anybody is looked up, so that whoever is refused counts too. */
  onArrival(request: FastifyRequest): void | Promise<void>;
  /** Counts the request for the person or key instead of for the network it came from. */
  onAdmission(request: FastifyRequest, token: string, viewer: Viewer): void | Promise<void>;
  /** The token lets nobody in any more. */
  onRefusal(token: string): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: RequestLimits;
  }
  interface FastifyRequest {
    /** Who makes it, as far as is known: whose token was valid lately, else a network. */
    caller: string | null;
    /** What it was counted for on arrival. */
    countedFor: string | null;
    isAdmitted: boolean;
  }
}

/** A dropped folder is a request or two for each file: it must neither be cut short nor use up what pages need. */
const uploadsFactor = 5;
/** Tokens that were valid lately: their requests are not counted for the network, which others may have used up. */
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

/** What a request counts for. */
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
  /** Whose they are, by hash. */
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
      // Who has nothing left is refused before anybody is looked up.
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

/** The token of a session or key that a request carries. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1];
