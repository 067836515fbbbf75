import type { RemoteId } from '../../kit/session.ts';
import type { Destinations } from '../destinations.ts';
import type { Features } from '../protocol/features.ts';

/**
 * Creates a file only if its name is free: the store decides, or else a check before, which leaves a moment in which
 * somebody else can take the name.
 */
export async function unlessTaken<Answer extends { status: number }>(
  destinations: Destinations,
  features: Features,
  id: RemoteId,
  make: (headers: Record<string, string>, accept: readonly number[]) => Promise<Answer>,
): Promise<Answer> {
  if (await features.has('create-condition')) {
    const answer = await make({ 'if-none-match': '*' }, [200, 201, 501]);
    if (answer.status !== 501) return answer;
    await features.lacks('create-condition');
  }
  await destinations.expectFree(id);
  return make({}, [200, 201]);
}
