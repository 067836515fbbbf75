import type { RemoteId } from '../../kit/session.ts';
import type { Places } from '../places.ts';

/** Whether the store knows `If-None-Match: *`: assumed until it says that it doesn’t. */
export interface Conditions {
  areKnown: boolean;
}

/**
 * Makes a file only where nothing has its name: the store decides, or else a look before, which leaves a moment in which
 * somebody else can take it.
 */
export async function unlessTaken<Answer extends { status: number }>(
  places: Places,
  conditions: Conditions,
  id: RemoteId,
  make: (headers: Record<string, string>, accept: readonly number[]) => Promise<Answer>,
): Promise<Answer> {
  if (conditions.areKnown) {
    const answer = await make({ 'if-none-match': '*' }, [200, 201, 501]);
    if (answer.status !== 501) return answer;
    conditions.areKnown = false;
  }
  await places.expectFree(id);
  return make({}, [200, 201]);
}
