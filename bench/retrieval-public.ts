import { answerFromLists } from '../server/src/features/ai/answers/answer-from-lists.ts';
import { findEvidence } from '../server/src/features/ai/answers/find-evidence.ts';
import { quotedAnswer } from '../server/src/features/ai/answers/quoted-answer.ts';
import { forModel } from '../server/src/features/ai/ask/answer-question.ts';
import { withNeighbors } from '../server/src/features/ai/ask/with-neighbors.ts';
import { findDocuments } from '../server/src/features/search/index.ts';
import { bm25 } from './retrieval/public/bm25.ts';
import { type PublicKind, type PublicQuestion, publicCorpus } from './retrieval/public/corpus.ts';
import { startLibrary } from './retrieval/public/load.ts';
import { judge } from './src/judge.ts';

/**
 * Search and answers on documents that nobody wrote for Sheaf (manuals, licences, pages of questions and answers from
 * Debian packages), beside plain BM25 over the same passages:
 * `node bench/retrieval-public.ts [--wrong] [--half tuning|unseen] [--every n] [--model folder]`. `--wrong` lists the questions of the half for
 * tuning whose answer is not among the first five passages; `--half` asks those of one half only, `--every` each nth; `--model` searches with a language
 * model in a folder, see docs/meaning.md.
 */
const showsWrong = process.argv.includes('--wrong');

const half = /--half (tuning|unseen)/.exec(process.argv.join(' '))?.[1];

const { documents, questions: all } = publicCorpus();
const every = Number(/--every (\d+)/.exec(process.argv.join(' '))?.[1] ?? 1);
const questions = all.filter((one) => half === undefined || one.half === half).filter((_, at) => at % every === 0);

/** Shares of the questions of a kind; `bm25 passage@5` stands for what BM25 reaches in the same run. */
const goals: readonly { kind: PublicKind; mark: string; goal: number | 'bm25 passage@5'; isMost?: true }[] = [
  { kind: 'words', mark: 'box@10', goal: 0.95 },
  { kind: 'paraphrased', mark: 'box@10', goal: 0.75 },
  { kind: 'words', mark: 'passage@5', goal: 'bm25 passage@5' },
  { kind: 'paraphrased', mark: 'passage@5', goal: 'bm25 passage@5' },
  { kind: 'facts', mark: 'passage@5', goal: 'bm25 passage@5' },
  { kind: 'German', mark: 'passage@5', goal: 'bm25 passage@5' },
  { kind: 'words', mark: 'with the fact', goal: 0.88 },
  { kind: 'words', mark: 'in context', goal: 0.95 },
  { kind: 'paraphrased', mark: 'in context', goal: 0.8 },
  { kind: 'unanswerable', mark: 'answered', goal: 0.04, isMost: true },
];
const library = await startLibrary(documents);
try {
  const { services, member, pool } = library;
  const { rows: passages } = await pool.query<{ id: string; body: string; words: string[] }>(
    `select d.id, p.body, array(select lexeme from unnest(to_tsvector('english', p.body)) t, unnest(t.positions)) as words
     from documents d join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256`,
  );
  const byWords = bm25(passages.map(({ words }) => words));
  const wordsOf = async (text: string): Promise<string[]> =>
    (await pool.query(`select tsvector_to_array(to_tsvector('english', $1)) as words`, [text])).rows[0].words;
  console.log(`${documents.length} documents, ${passages.length} passages, ${questions.length} questions\n`);

  const asked: { question: PublicQuestion; marks: Record<string, boolean> }[] = [];
  for (const question of questions) asked.push({ question, marks: await marksOf(question) });
  const kinds: PublicKind[] = ['words', 'paraphrased', 'facts', 'facts paraphrased', 'German', 'unanswerable'];
  for (const part of ['tuning', 'unseen'].filter((one) => half === undefined || one === half)) {
    console.log(`Questions ${part === 'tuning' ? 'for tuning' : 'never used for tuning'}:`);
    for (const kind of kinds) {
      const some = asked.filter((one) => one.question.kind === kind && one.question.half === part);
      const names = Object.keys(some[0]?.marks ?? {});
      const counted = names.map((name) => `${name} ${some.filter(({ marks }) => marks[name]).length}`);
      console.log(`  ${kind} (${some.length}): ${counted.join(', ')}`);
    }
    if (part === 'unseen') for (const goal of goals) judgeGoal(goal);
  }
  if (showsWrong)
    for (const { question, marks } of asked)
      if (question.half === 'tuning' && (question.kind === 'unanswerable' ? marks.answered : !marks['passage@5']))
        console.log(`${question.kind}: ${question.ask} ${JSON.stringify(marks)}`);

  function judgeGoal({ kind, mark, goal, isMost }: (typeof goals)[number]): void {
    const some = asked.filter(({ question }) => question.kind === kind && question.half === 'unseen');
    if (some.length === 0) return;
    const share = (name: string) => some.filter(({ marks }) => marks[name]).length / some.length;
    const wanted = typeof goal === 'number' ? goal : share(goal);
    const verdict = judge(`public questions, ${kind}: ${mark}`, share(mark), wanted, isMost ? 'most' : 'least');
    console.log(`  ${kind}, ${mark}: ${share(mark).toFixed(2)}, ${verdict}`);
  }

  async function marksOf({
    ask,
    kind,
    isAnswer,
    isQuoted,
    isQuotedFirst,
  }: PublicQuestion): Promise<Record<string, boolean>> {
    const where = { scope: {}, excludedSources: [] };
    const evidence = await findEvidence(services, member, ask, where, forModel);
    const answer = (await answerFromLists(services, member, ask, where)) ?? quotedAnswer(ask, evidence);
    if (kind === 'unanswerable') return { answered: answer.supported };
    const right = new Set(passages.filter(({ body }) => isAnswer(body)).map(({ id }) => id));
    const plain = byWords(await wordsOf(ask)).map((place) => passages[place]!);
    const { data } = await findDocuments(services, member, { q: ask, page: 1, per_page: 10, remember: false });
    const context = await withNeighbors(services.db, member.membership.organizationId, evidence);
    const first = <T>(list: readonly T[], count: number, holds: (one: T) => boolean) =>
      list.slice(0, count).some(holds);
    const has = ({ body }: { body: string }) => isAnswer(body);
    const isRight = (id: string) => right.has(id);
    const plainDocuments = [...new Set(plain.map(({ id }) => id))];
    const found = data.map(({ document }) => document.id);
    return {
      'box@1': first(found, 1, isRight),
      'box@10': first(found, 10, isRight),
      'bm25 document@1': first(plainDocuments, 1, isRight),
      'bm25 document@10': first(plainDocuments, 10, isRight),
      'passage@1': first(evidence, 1, has),
      'passage@5': first(evidence, 5, has),
      'bm25 passage@1': first(plain, 1, has),
      'bm25 passage@5': first(plain, 5, has),
      'in first 12': first(evidence, 12, has),
      'in context': context.some(has),
      answered: answer.supported,
      'with the fact': answer.supported && answer.quotes.some(({ text }) => isQuoted(text)),
      'fact first in a quote': answer.supported && answer.quotes.some(({ text }) => isQuotedFirst(text)),
    };
  }
} finally {
  await library.stop();
}
