import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { textOfHtml } from '../../../server/src/features/passages/text/html.ts';
import { overlap } from '../overlap.ts';
import { inOneLine } from '../texts.ts';
import { faqOf, minStatement, saysPartOf, shareOf } from './faq.ts';
import { unpackPackages } from './packages.ts';

export type PublicKind = 'words' | 'paraphrased' | 'facts' | 'facts paraphrased' | 'German' | 'unanswerable';

export interface PublicQuestion {
  ask: string;
  kind: PublicKind;
  /** Questions of the first half may be looked at while the program is changed, those of the second are only counted. */
  half: 'tuning' | 'unseen';
  /** Whether a passage has the answer; nothing has that of one that is unanswerable. */
  isAnswer(body: string): boolean;
  /** Whether a quote has the answer or a statement of it. */
  isQuoted(quote: string): boolean;
  /** Whether a quote begins within the answer. */
  isQuotedFirst(quote: string): boolean;
}

export interface PublicDocument {
  name: string;
  bytes: string;
}

/** From so much on, a question is asked in the words of its answer. */
const sameWords = 0.6;

const htmlIn = (folder: string, wanted = /\.html$/): string[] =>
  readdirSync(folder)
    .filter((name) => wanted.test(name) && !/^(index|pr01|genindex)/.test(name))
    .sort()
    .map((name) => join(folder, name));

const nameOf = (html: string): string =>
  inOneLine(textOfHtml(/<title\b[^>]*>(.*?)<\/title>/su.exec(html)?.[1] ?? ''))
    .replace(/ — Python.*$/u, '')
    .replace(/^(?:Chapter |Kapitel )?[\d.]+\s+/u, '')
    .replace(/[/:]/g, ' ');

/**
 * Documents that nobody wrote for Sheaf, and what people ask about them. Most questions are those of the documents' own
 * pages of questions and answers, which are loaded without them; those that nothing answers are of programs that no document
 * is about.
 */
export function publicCorpus(): { documents: PublicDocument[]; questions: PublicQuestion[] } {
  const docOf = unpackPackages();
  const documents: PublicDocument[] = [];
  const questions: PublicQuestion[] = [];
  const add = (name: string, bytes: string) => documents.push({ name, bytes });

  const german = new Map<string, string>();
  for (const file of htmlIn(join(docOf('debian-faq-de'), 'debian/FAQ/de')))
    for (const { id, question } of faqOf(readFileSync(file, 'utf8')).asked) german.set(id, question);
  const faqs = [
    ...htmlIn(join(docOf('debian-faq'), 'debian/FAQ'), /\.en\.html$/),
    ...htmlIn(join(docOf('python3.11-doc'), 'python3.11/html/faq')),
  ];
  for (const file of faqs) {
    const page = readFileSync(file, 'utf8');
    const { html, asked } = faqOf(page);
    add(`${nameOf(page)}.html`, html);
    for (const { id, question, answer } of asked) {
      const kind = overlap(question, answer) >= sameWords ? 'words' : 'paraphrased';
      const isAnswer = (body: string) => shareOf(answer, body) >= 0.4;
      const isQuoted = (quote: string) => saysPartOf(answer, quote);
      const isQuotedFirst = (quote: string) => inOneLine(answer).includes(inOneLine(quote).slice(0, minStatement));
      questions.push(asking(question, kind, { isAnswer, isQuoted, isQuotedFirst }));
      const inGerman = file.includes('debian-faq') ? german.get(id) : undefined;
      if (inGerman) questions.push(asking(inGerman, 'German', { isAnswer, isQuoted, isQuotedFirst }));
    }
  }

  const handbook = join(docOf('debian-handbook'), 'debian-handbook/html');
  for (const [language, suffix] of [
    ['en-US', ''],
    ['de-DE', ' (de)'],
  ] as const)
    for (const file of htmlIn(join(handbook, language))) {
      const page = readFileSync(file, 'utf8');
      add(`${nameOf(page)}${suffix}.html`, page);
    }
  const python = join(docOf('python3.11-doc'), 'python3.11/html');
  for (const part of ['tutorial', 'howto'])
    for (const file of htmlIn(join(python, part)))
      add(`${nameOf(readFileSync(file, 'utf8'))}.html`, readFileSync(file, 'utf8'));
  const policy = join(docOf('debian-policy'), 'debian-policy/policy.txt.gz');
  add('Debian Policy Manual.txt', gunzipSync(readFileSync(policy)).toString());

  const licences = '/usr/share/common-licenses';
  for (const name of [
    'Apache-2.0',
    'Artistic',
    'BSD',
    'CC0-1.0',
    'GFDL-1.2',
    'GFDL-1.3',
    'GPL-1',
    'GPL-2',
    'GPL-3',
    'LGPL-2.1',
    'LGPL-3',
    'MPL-1.1',
    'MPL-2.0',
  ])
    add(`${name}.txt`, readFileSync(join(licences, name), 'utf8'));
  questions.push(...writtenFacts(documents));
  questions.push(...ofUnknownPrograms(docOf).map((ask) => asking(ask, 'unanswerable', nowhere)));
  return { documents, questions };
}

const nowhere = { isAnswer: () => false, isQuoted: () => false, isQuotedFirst: () => false };

type Judges = Pick<PublicQuestion, 'isAnswer' | 'isQuoted' | 'isQuotedFirst'>;

function asking(ask: string, kind: PublicKind, answer: Judges): PublicQuestion {
  const [first] = createHash('sha256').update(ask).digest();
  return { ask, kind, half: first! % 2 === 0 ? 'tuning' : 'unseen', ...answer };
}

function writtenFacts(documents: readonly PublicDocument[]): PublicQuestion[] {
  const text = readFileSync(new URL('./facts.md', import.meta.url), 'utf8');
  const all = documents.map(({ bytes }) => inOneLine(bytes)).join('\n');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const kind: PublicKind = section.startsWith('words') ? 'facts' : 'facts paraphrased';
      return section
        .split(/^- /m)
        .slice(1)
        .map((one) => {
          const [ask = '', ...lines] = one.trim().split('\n');
          const facts = lines.map((line) => inOneLine(line.trim().slice(2))).filter((fact) => all.includes(fact));
          if (facts.length === 0) throw new Error(`No document answers “${ask}”.`);
          const says = (body: string) => facts.some((fact) => inOneLine(body).includes(fact));
          return asking(ask, kind, { isAnswer: says, isQuoted: says, isQuotedFirst: says });
        });
    });
}

/** What is asked about programs that no document is about. */
function ofUnknownPrograms(docOf: ReturnType<typeof unpackPackages>): string[] {
  const read = (path: string) => gunzipSync(readFileSync(path)).toString();
  const zlib = read(join(docOf('zlib1g-dev'), 'zlib1g-dev/FAQ.gz')).matchAll(/^ *\d+\. (.*(?:\n {3,}\S.*)?\?)$/gm);
  const lsof = read(join(docOf('lsof'), 'lsof/00FAQ.gz')).matchAll(/^\d+\.\d+(?:\.\d+)?\t(.*\?)$/gm);
  const xz = read(join(docOf('xz-utils'), 'xz-utils/faq.txt.gz')).matchAll(/^Q: {1,3}(.*(?:\n {2,}\S.*)*\?)$/gm);
  const all = [...zlib, ...lsof, ...xz].map(([, question]) => inOneLine(question!));
  return all.filter((question) => /\b(zlib|lsof|xz|lzma|deflate|inflate|zip|gzip)\b/iu.test(question)).slice(0, 60);
}
