import { appendFileSync, readFileSync } from 'node:fs';

type Kind = 'most' | 'least';

/** A figure beside its goal. */
export interface Judged {
  what: string;
  value: number;
  goal: number;
  kind: Kind;
}

export const isMet = ({ value, goal, kind }: Omit<Judged, 'what'>): boolean =>
  kind === 'most' ? value <= goal : value >= goal;

/** `goal 3`, or that it is missed; `least` where more is better. */
export const verdict = (value: number, goal: number, kind: Kind = 'most'): string =>
  `goal ${goal}${isMet({ value, goal, kind }) ? '' : ', MISSED'}`;

/** The verdict, which `npm run bench` also collects: it names a file in BENCH_RESULTS. */
export function judge(what: string, value: number, goal: number, kind: Kind = 'most'): string {
  const file = process.env.BENCH_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, goal, kind } satisfies Judged)}\n`);
  return verdict(value, goal, kind);
}

export const readJudged = (file: string): Judged[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
