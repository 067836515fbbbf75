import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { decrementThrottle, throttle } from '../../../platform/limits/index.ts';
import type { Services } from '../../../services.ts';
import { giveBackAiMessage, takeAiMessage } from '../../plans/index.ts';

/** Per person and minute, in the chat and through assistants together. */
const aMinute = { times: 20, seconds: 60 };

const questionsOf = ({ id, membership }: Member) => `questions ${membership.organizationId} ${id}`;

/**
 * Counts a question against the person's rate and the plan of the workspace, or throws. Of simultaneous questions,
 * exactly as many as are left get through.
 */
export async function countQuestion(tx: Executor, services: Services, viewer: Member): Promise<void> {
  await throttle(tx, questionsOf(viewer), aMinute, 'You’ve asked many questions. Wait a minute, then try again.');
  await takeAiMessage(tx, services, viewer);
}

/** Gives back a question whose answer failed before its first word, so that trying again costs nothing. */
export async function uncountQuestion(db: Executor, viewer: Member): Promise<void> {
  await decrementThrottle(db, questionsOf(viewer));
  await giveBackAiMessage(db, viewer);
}
