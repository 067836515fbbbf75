import type { AiScope, PassagePlace } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { seesNow } from '../../access/index.ts';
import { settingsInUse } from '../settings.ts';
import { answerQuestion, enterAsking, modelFailed } from './answer-question.ts';
import { countQuestion, uncountQuestion } from './count-question.ts';

interface OneAnswer {
  /** Markdown with citations as [1]. */
  content: string;
  supported: boolean;
  /** Null if the answer consists of quotes or comes from the lists. */
  model: string | null;
  citations: { number: number; documentId: string; documentName: string; quote: string; place: PassagePlace }[];
}

/** Answers a question outside of any conversation, with the settings and limits of the chat, and stores nothing. */
export async function askOnce(
  services: Services,
  viewer: Member,
  { question, scope, signal }: { question: string; scope: AiScope; signal: AbortSignal },
): Promise<OneAnswer> {
  const { excluded_sources } = await settingsInUse(services.db, viewer);
  const leave = await enterAsking(viewer.id);
  try {
    await services.db.transaction().execute((tx) => countQuestion(tx, services, viewer));
    const where = { scope, excludedSources: excluded_sources };
    const answer = await resultOf(answerQuestion(services, viewer, { question, history: [], where, signal }));
    if (answer.status === 'failed') {
      if (!answer.content) await uncountQuestion(services.db, viewer);
      throw modelFailed(answer.failure, 'Try again in a moment.');
    }
    if (answer.status === 'stopped') throw new AppError('conflict', 'The question was canceled.');
    await refuseIfUnseen(services, viewer, answer.documentIds);
    return {
      content: answer.content,
      supported: answer.supported,
      model: answer.model,
      citations: answer.quotes.map(({ evidence, start, text }, index) => ({
        number: index + 1,
        documentId: evidence.documentId,
        documentName: evidence.documentName,
        quote: text,
        place: evidence.placeAt(start),
      })),
    };
  } finally {
    leave();
  }
}

async function resultOf<T>(texts: AsyncGenerator<string, T>): Promise<T> {
  for (;;) {
    const { value, done } = await texts.next();
    if (done) return value;
  }
}

/** A model may take a minute, and access can end meanwhile. */
async function refuseIfUnseen({ db }: Services, viewer: Member, documentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    seen: number;
  }>`select count(*) as seen from unnest(${[...documentIds]}::uuid[]) asked (id)
    where ${seesNow({ id: viewer.id, organizationId: viewer.membership.organizationId }, sql`asked.id`)}`.execute(db);
  if (rows[0]!.seen < documentIds.length)
    throw new AppError('conflict', 'Your access to some of these files changed meanwhile. Ask again.');
}
