import { contract, type Endpoint } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createBusyTurns } from './admission/busy-turns.ts';
import { createInFlight } from './admission/in-flight.ts';
import { networkOf } from './client.ts';
import type { Viewer } from './viewer.ts';

/**
 * Calls of a person at a time. A browser has six connections; some calls wait for a slow cloud. Downloads last for minutes and have
 * slots of their own (downloads.ts), as event streams and uploads do (see those features). Those who are not signed in share the
 * slots of their network, which may be an office. Bodies that take a while to read have few slots: between two of them
 * everybody else has a turn.
 */
const bounds = {
  call: { running: 8, waiting: 100 },
  large: { running: 2, waiting: 100 },
  public: { running: 64, waiting: 200 },
} as const;

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the place of the request back. */
    leave: (() => void) | null;
    /** The work has begun: the place is kept until it ends, also where nobody waits for the answer any more. */
    isWorkedOn: boolean;
  }
}

const largeBytes = 16 * 1024;

/** A call of these takes as much of the database and of the thread as so many others. */
const costly = new Map<Endpoint, number>([
  [contract.search.find, 5],
  [contract.ai.suggestions, 5],
]);

function kindOf({ viewer, headers }: FastifyRequest, endpoint: Endpoint): keyof typeof bounds | 'download' {
  if (!viewer) return 'public';
  if (endpoint.bytes) return 'download';
  const announced = headers['transfer-encoding'] ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0);
  return announced > largeBytes ? 'large' : 'call';
}

/** Scripts of a person share their slots with each other, and leave the person's browser its own. */
const callerOf = ({ id, credential }: Viewer): string => (credential.kind === 'key' ? `keys of ${id}` : id);

export type RequestSlots = ReturnType<typeof createRequestSlots>;

/** Without a limit of requests nobody is too busy. */
export function createRequestSlots(app: FastifyInstance, callsPerMinute: number) {
  const enterBusy = callsPerMinute > 0 ? createBusyTurns(callsPerMinute) : undefined;
  const enter = {
    call: createInFlight(bounds.call),
    large: createInFlight(bounds.large),
    download: async (caller: string) => app.downloads.files.take(caller),
    public: createInFlight(bounds.public),
  };
  app.decorateRequest('leave', null);
  app.decorateRequest('isWorkedOn', false);
  return {
    /** Before the body is read: what is read at a time is bounded too. */
    async take(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> {
      const { viewer } = request;
      const kind = kindOf(request, endpoint);
      const caller = viewer ? callerOf(viewer) : networkOf(request);
      const leave = await enter[kind](caller);
      const isOfPerson = kind === 'call' || kind === 'large';
      const leaveTurn = isOfPerson ? await enterBusy?.(caller, costly.get(endpoint) ?? 1) : undefined;
      request.leave = () => {
        leave();
        leaveTurn?.();
      };
      const leaveUnlessWorkedOn = () => {
        if (!request.isWorkedOn) request.leave!();
      };
      // Answered, refused before the work began, or broken off: perhaps while it waited.
      reply.raw.once('finish', leaveUnlessWorkedOn).once('close', leaveUnlessWorkedOn);
      if (!reply.raw.destroyed) return;
      request.leave();
      throw new AppError('unavailable', 'The connection was closed.');
    },
    /** Of a download the answer is the work. */
    async keep<T>(request: FastifyRequest, endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
      if (endpoint.bytes) return work();
      request.isWorkedOn = true;
      return work().finally(() => request.leave?.());
    },
  };
}
