import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { seenInOrder } from '../access/index.ts';
import { answerable } from './answerable.ts';
import { answerWithoutModel } from './ask/answer-question.ts';
import { settingsInUse } from './settings.ts';

const maxSuggestions = 4;
/** How many questions to try. Each takes as long as an answer. */
const maxTried = 8;

/** Even cached questions are compared with what the person may see now, which takes a large query. */
const perMinute = { times: 20, seconds: 60 };

interface Candidate {
  question: string;
  /** The document the question is about; null: any. */
  documentId: string | null;
}

interface Named {
  id: string;
  name: string;
}

/** The most common question about a file of this name. */
const questions: readonly [named: RegExp, ask: (name: string) => string, isOfOne: boolean][] = [
  [/\b(agreement|contract|lease|vertrag|contrat)\b/iu, (name) => `How much notice does “${name}” ask for?`, true],
  [/\b(minutes|meeting|protokoll|board)\b/iu, (name) => `What was decided in “${name}”?`, true],
  [/\b(invoices?|rechnung|facture|open items)\b/iu, () => 'Which invoices are overdue?', false],
  [/\b(budget|forecast)\b/iu, (name) => `What are the figures in “${name}”?`, true],
];

/** Suggests questions about the newest documents of the person that have an answer, in the document they are about. */
export async function suggestions(services: Services, viewer: Member): Promise<string[]> {
  await throttle(
    services.db,
    `suggesting ${viewer.id}`,
    perMinute,
    'Too many requests for suggestions. Wait a minute.',
  );
  const { excluded_sources } = await settingsInUse(services.db, viewer);
  const names = await newestNames(services, viewer, excluded_sources);
  const ofKinds = questions.flatMap(([named, ask, isOfOne]) =>
    names
      .filter(({ name }) => named.test(name))
      .slice(0, 2)
      .map(({ id, name }): Candidate => ({ question: ask(name), documentId: isOfOne ? id : null })),
  );
  const all = [...ofKinds, ...names.map(({ id, name }) => ({ question: `What does “${name}” say?`, documentId: id }))];
  const candidates = [...new Map(all.map((one) => [one.question, one])).values()].slice(0, maxTried);
  const where = { scope: {}, excludedSources: excluded_sources, inBackground: true };
  const asked = candidates.map(({ question }) => question);
  return answerable(services, viewer, asked, async () => {
    const found: string[] = [];
    for (const { question, documentId } of candidates) {
      if (found.length === maxSuggestions) break;
      const { supported, quotes } = await answerWithoutModel(services, viewer, question, where);
      const isFromThere = documentId === null || quotes[0]?.evidence.documentId === documentId;
      if (supported && isFromThere) found.push(question);
    }
    return found;
  });
}

/** Only files whose text has been read. The names of mails and chats are sentences of their own. */
async function newestNames({ db }: Services, viewer: Member, excluded: readonly string[]): Promise<Named[]> {
  const newest = seenInOrder(viewer, {
    columns: sql`a.document_id, a.modified_at`,
    where: sql`a.type <> all(array['folder', 'mail', 'chat']) and a.account_id <> all(array(
        select id from source_accounts where organization_id = ${viewer.membership.organizationId}
          and source = any(${[...excluded]}::text[])))
      and exists (select 1 from documents d join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
        where d.id = a.document_id)`,
    order: sql`a.modified_at desc, a.document_id desc`,
    limit: 60,
  });
  const { rows } = await sql<Named>`select d.id, d.name from (${newest}) a join documents d on d.id = a.document_id
    order by a.modified_at desc, a.document_id desc`.execute(db);
  return rows.map(({ id, name }) => ({ id, name: name.replace(/\.\w{1,5}$/, '').replaceAll('_', ' ') }));
}
