import { type Kind, type Question, questions } from './retrieval/questions.ts';
import { askChat, askWords, isVerbatim } from './retrieval/retrieve.ts';
import { type Asked, isQuoted, isRight, isShown } from './retrieval/score.ts';
import { startDemo } from './retrieval/start-demo.ts';
import { citedTexts } from './retrieval/texts.ts';
import { judge } from './src/judge.ts';

/**
 * How often the passage that answers a question about the demo's documents is among the first five, by kind of question;
 * how often a question that nothing answers is refused; and what the chat quotes without a model:
 * `node bench/retrieval.ts [--wrong] [--baseline]`. Questions that were written after the code was done are counted apart.
 */

const goals: Partial<Record<Kind, number>> = { ordinary: 0.95, paraphrased: 0.75, unanswerable: 0.95 };
const showsWrong = process.argv.includes('--wrong');
const isBaseline = process.argv.includes('--baseline');
const parts = ['all', 'before', 'after'] as const;

const demo = await startDemo();
try {
  const people = new Map((await citedTexts()).map(({ name, person }) => [name, person]));
  const askers = new Map(
    await Promise.all([...new Set(people.values())].map(async (person) => [person, await demo.asker(person)] as const)),
  );
  // Whoever has the document; what nobody has, the owner asks.
  const askerOf = ({ answers: [first] }: Question) => askers.get((first && people.get(first.document)) ?? 'ada')!;
  const ask = isBaseline ? askWords(demo.pool) : askChat(demo.services);
  console.log(`${await demo.passages()} passages\n`);
  const all: (Asked & { kind: Kind })[] = [];
  for (const [kind, asked] of Object.entries(questions) as [Kind, readonly Question[]][])
    for (const question of asked) all.push({ kind, question, outcome: await ask(question.ask, askerOf(question)) });

  print('The answer is among the first five passages; what nothing answers is refused', isRight, goals);
  if (!isBaseline) {
    print('The chat answers', ({ outcome }) => outcome.quotes !== null);
    print('The chat quotes what answers', isQuoted);
    print('It quotes it, or shows it among the closest passages where it says that nothing answers', isShown);
    let [quotes, verbatim] = [0, 0];
    for (const { question, outcome } of all)
      for (const quote of outcome.quotes ?? outcome.closest) {
        quotes += 1;
        if (await isVerbatim(demo.pool, quote, askerOf(question))) verbatim += 1;
      }
    console.log(`${verbatim} of ${quotes} quotes stand in a visible passage to the letter.`);
  }

  function print(title: string, holds: (asked: Asked) => boolean, wanted: typeof goals = {}): void {
    console.log(`${title}:\n${''.padEnd(16)}${parts.map((word) => word.padStart(16)).join('')}`);
    for (const kind of Object.keys(questions) as Kind[]) {
      const ofKind = all.filter((one) => one.kind === kind);
      const counted = parts.map((part) => {
        const some = ofKind.filter(({ question }) => part === 'all' || question.written === part);
        return { right: some.filter(holds).length, of: some.length };
      });
      const [{ right, of }] = counted as [(typeof counted)[number]];
      const goal = wanted[kind];
      const verdict =
        goal === undefined ? '' : `  ${judge(`the demo’s questions, ${kind}`, right / of, goal, 'least')}`;
      console.log(`${kind.padEnd(16)}${counted.map(shown).join('')}${verdict}`);
      if (showsWrong && holds === isRight)
        for (const { question } of ofKind.filter((one) => !holds(one))) console.log(`    ${question.ask}`);
    }
    console.log('');
  }
} finally {
  await demo.stop();
}

function shown({ right, of }: { right: number; of: number }): string {
  return (of === 0 ? '–' : `${(right / of).toFixed(2)} (${right}/${of})`).padStart(16);
}
