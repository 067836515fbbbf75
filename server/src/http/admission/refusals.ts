import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPace } from '../../platform/limits/index.ts';

/**
 * Delayed answers of one caller at a time, each of which costs only a socket. Further requests are refused before any
 * lookup and have to reconnect.
 */
const maxHeld = 100;
/** Refusals that are answered at once: well-behaved pages and scripts are refused a few times and then wait. */
const atOnce = { free: 20, everyMs: 1_000 };
const usualHoldMs = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

type Refusals = ReturnType<typeof createRefusals>;

export function slowRefusals(app: FastifyInstance, holdMs = usualHoldMs): void {
  app.decorate('refusals', createRefusals(holdMs));
}

/** Delays refusals of callers who keep asking although they are refused, in this process. */
function createRefusals(holdMs: number) {
  const isOften = createPace(atOnce);
  const held = new Map<string, number>();
  const isFull = (caller: string): boolean => (held.get(caller) ?? 0) >= maxHeld;

  return {
    isFull,
    /** Resolves when the refusal may be sent, or when the client has left. */
    async hold({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!caller || holdMs === 0 || !isOften(caller)) return;
      if (isFull(caller)) {
        reply.header('Connection', 'close');
        return;
      }
      held.set(caller, (held.get(caller) ?? 0) + 1);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, holdMs);
        reply.raw.once('close', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      const others = held.get(caller)! - 1;
      if (others > 0) held.set(caller, others);
      else held.delete(caller);
    },
  };
}
