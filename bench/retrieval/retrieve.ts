import type { openPool } from '../../server/src/db/pool.ts';
import { nothingHidden } from '../../server/src/features/access/index.ts';
import { answerFromLists } from '../../server/src/features/ai/answers/answer-from-lists.ts';
import { findEvidence } from '../../server/src/features/ai/answers/find-evidence.ts';
import { quotedAnswer } from '../../server/src/features/ai/answers/quoted-answer.ts';
import type { Member } from '../../server/src/http/viewer.ts';
import type { Services } from '../../server/src/services.ts';

export interface Asker {
  id: string;
  organizationId: string;
}

/** What becomes of a question. */
export interface Outcome {
  /** The passages that fit best, the best first. */
  passages: { body: string }[];
  /** What the chat quotes; null where it says that nothing answers. */
  quotes: string[] | null;
  /** Where it says so: what it shows as the passages that come closest. */
  closest: string[];
}

export type Ask = (question: string, asker: Asker) => Promise<Outcome>;

/** As many as the chat looks at. */
const maxPassages = 20;

/** As the chat does it without a model. */
export const askChat =
  (services: Services): Ask =>
  async (question, { id, organizationId }) => {
    const member = {
      id,
      credential: { kind: 'session', id: 'of nobody' },
      membership: { organizationId, role: 'owner', groupIds: [] as string[], hidden: nothingHidden, viewVersion: '' },
    } as Member;
    const where = { scope: {}, excludedSources: [] };
    const evidence = await findEvidence(services, member, question, where, maxPassages);
    const answer = (await answerFromLists(services, member, question, where)) ?? quotedAnswer(question, evidence);
    const said = answer.quotes.map(({ text }) => text);
    return { passages: evidence, quotes: answer.supported ? said : null, closest: answer.supported ? [] : said };
  };

type Pool = ReturnType<typeof openPool>;

/** Passages with less of the question's words answer something else. */
const minShare = 0.5;

const words = `
  with asked as (select tsvector_to_array(to_tsvector('english', $1)) as words),
  query as (
    select (select string_agg(quote_literal(word), ' | ') from unnest(words) word)::tsquery as any_of, words from asked
  ), seen as (
    select distinct on (p.sha256, p.number) p.body, to_tsvector('english', p.body) as vector
    from documents d
    join document_access a on a.document_id = d.id and a.principal_id = $2
    join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
    where d.organization_id = $3
  )
  select body from seen, query
  where vector @@ any_of and $4 <= (
    select count(*) filter (where vector @@ quote_literal(word)::tsquery)::float / cardinality(words) from unnest(words) word)
  order by ts_rank_cd(vector, any_of, 1) desc limit 5`;

/**
 * The baseline: words as PostgreSQL stems them in English, any of them, ranked by how close they stand. Refuses where no
 * passage has half of the words.
 */
export const askWords =
  (pool: Pool): Ask =>
  async (question, { id, organizationId }) => {
    const { rows } = await pool.query(words, [question, id, organizationId, minShare]);
    return { passages: rows, quotes: rows.length === 0 ? null : [], closest: [] };
  };

/** Whether a quote stands, letter by letter, in a passage of a document that the asker may see. */
export async function isVerbatim(pool: Pool, quote: string, { id, organizationId }: Asker): Promise<boolean> {
  const { rows } = await pool.query(
    `select exists (select 1 from documents d join document_access a on a.document_id = d.id and a.principal_id = $1
      join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
      where d.organization_id = $2 and position($3 in p.body) > 0) as found`,
    [id, organizationId, quote],
  );
  return rows[0].found;
}
