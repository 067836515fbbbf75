import { contract, type Endpoint } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createBusyTurns } from './admission/busy-turns.ts';
import { createInFlight } from './admission/in-flight.ts';
import { networkOf } from './client.ts';
import type { Viewer } from './viewer.ts';

/**
 * Calls of one person at a time. A browser has six connections; some calls wait for a slow cloud. Downloads last for
 * minutes and have slots of their own (downloads.ts), as event streams and uploads do (see those features). People who
 * are not signed in share the slots of their network, which may be an office. Large bodies have few slots, because
 * parsing them blocks the thread.
 */
const bounds = {
  call: { running: 8, waiting: 100 },
  large: { running: 2, waiting: 100 },
  public: { running: 64, waiting: 200 },
} as const;

declare module 'fastify' {
  interface FastifyRequest {
    /** Frees the slot of the request. */
    leave: (() => void) | null;
    /** The work has started: the slot is held until it ends, even if the client has left. */
    isWorkedOn: boolean;
  }
}

const largeBytes = 16 * 1024;

/** These calls cost as much database and thread time as this many others. */
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

/** Scripts of a person share slots with each other and leave those of the browser alone. */
const callerOf = ({ id, credential }: Viewer): string => (credential.kind === 'key' ? `keys of ${id}` : id);

export type RequestSlots = ReturnType<typeof createRequestSlots>;

/** Without a request limit, nobody counts as too busy. */
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
    /** Runs before the body is read, so that the number of bodies in memory is bounded too. */
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
      // Answered, refused before the work started, or aborted, perhaps while it was waiting.
      reply.raw.once('finish', leaveUnlessWorkedOn).once('close', leaveUnlessWorkedOn);
      if (!reply.raw.destroyed) return;
      request.leave();
      throw new AppError('unavailable', 'The connection was closed.');
    },
    /** Holds the slot while the work runs. For a download, sending the answer is the work. */
    async keep<T>(request: FastifyRequest, endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
      if (endpoint.bytes) return work();
      request.isWorkedOn = true;
      return work().finally(() => request.leave?.());
    },
  };
}
