import { limits, uploadsPath } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { tokenHash } from '../../platform/keys.ts';
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
    /** What it was counted for on arrival. */
    countedFor: string | null;
    isAdmitted: boolean;
  }
}

/** A dropped folder is a request or two for each file: it must neither be cut short nor use up what pages need. */
const uploadsFactor = 5;
/** Tokens that were valid lately, by hash: their requests are not counted for the network, which others may have used up. */
const maxTokens = 20_000;

export function limitRequests(
  app: FastifyInstance,
  { config, pool }: Pick<Services, 'config' | 'pool'>,
  patienceMs?: number,
): void {
  app.decorateRequest('countedFor', null);
  app.decorateRequest('isAdmitted', false);
  app.decorate('limits', config.rateLimit > 0 ? createLimits(pool, config.rateLimit, patienceMs) : unlimited);
}

const unlimited: RequestLimits = { onArrival() {}, onAdmission() {}, onRefusal() {} };

function createLimits(pool: Services['pool'], perMinute: number, patienceMs?: number): RequestLimits {
  const counts = createSharedCounts(pool, patienceMs);
  const valid = new Set<string>();

  function count(kind: string, key: string, most: number, message: string): void | Promise<void> {
    const refuse = (ms: number) => {
      if (ms > 0)
        throw new AppError('rate_limited', message, { retryAfter: ms / 1000, limit: `requests of a ${kind}` });
    };
    const wait = counts.take(key, most);
    return typeof wait === 'number' ? refuse(wait) : wait.then(refuse);
  }

  return {
    onArrival(request) {
      const token = bearerOf(request);
      if (token && valid.has(hashOf(token))) return;
      const [prefix, factor] = isUpload(request) ? ['uploads of network ', uploadsFactor] : ['network ', 1];
      request.countedFor = prefix + networkOf(request);
      return count('network', request.countedFor, perMinute * factor, 'Too many requests. Wait a moment.');
    },
    onAdmission(request, token, viewer) {
      if (request.isAdmitted) return;
      request.isAdmitted = true;
      remember(valid, hashOf(token));
      if (request.countedFor) counts.giveBack(request.countedFor);
      const { id, credential } = viewer;
      if (credential.kind === 'key') {
        const message = 'Too many requests with this API key. Wait a moment.';
        return count('key', `key ${credential.id}`, limits.keyCallsPerMinute, message);
      }
      const [prefix, factor] = isUpload(request) ? ['uploads of ', uploadsFactor] : ['', 1];
      return count('person', prefix + id, perMinute * factor, 'Too many requests. Wait a moment.');
    },
    onRefusal: (token) => void valid.delete(hashOf(token)),
  };
}

const isUpload = ({ url }: FastifyRequest): boolean => url.startsWith(`/api${uploadsPath}`);

const hashOf = (token: string): string => tokenHash(token).toString('base64');

function remember(valid: Set<string>, hash: string): void {
  if (!valid.has(hash) && valid.size >= maxTokens) valid.delete(valid.keys().next().value!);
  valid.add(hash);
}

/** The token of a session or key that a request carries. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1];
