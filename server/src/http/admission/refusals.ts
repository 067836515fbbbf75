import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPace } from '../../platform/limits/index.ts';

/**
 * Answers of one caller that are held at a time: a socket each, and nothing else. Further ones are refused before anything is looked
 * up, and have to connect anew.
 */
const maxHeld = 100;
/** Refusals that are answered at once: pages and scripts of good will are refused a few times, and wait. */
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

/** Whoever asks again at once however often they are refused gets the next refusals late, in this process. */
function createRefusals(holdMs: number) {
  const isOften = createPace(atOnce);
  const held = new Map<string, number>();
  const isFull = (caller: string): boolean => (held.get(caller) ?? 0) >= maxHeld;

  return {
    isFull,
    /** Until a refusal may be sent, or nobody waits for it any more. */
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
