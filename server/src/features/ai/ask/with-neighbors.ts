import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { placeAt, type StoredPlace } from '../../search/index.ts';
import type { Evidence } from '../answers/evidence.ts';

/**
 * The total length of the passages that a model is given, in characters: about 6,000 tokens, which every model takes.
 */
const maxLetters = 24_000;
/** Only the best passages get neighbors. Neighbors of the others are usually about something else. */
const maxBest = 3;
/** These go before neighbors, and neighbors before all others. */
const maxSure = 12;

interface Row {
  sha256: Buffer;
  number: number;
  body: string;
  language: string | null;
  places: StoredPlace[];
}

/**
 * Returns as many of the passages as fit, the best ones together with their neighbors in the document. What a passage
 * starts often ends in the next one, and its subject may be in the one before.
 */
export async function withNeighbors(
  db: Executor,
  organizationId: string,
  evidence: readonly Evidence[],
): Promise<Evidence[]> {
  const known = new Set(evidence.map((one) => keyOf(one.sha256, one.number)));
  // The next passage goes first, since it is the rest of a list or a sentence.
  const wanted = [1, -1].flatMap((step) =>
    evidence.slice(0, maxBest).flatMap((of) => {
      const number = of.number + step;
      const key = keyOf(of.sha256, number);
      if (number < 1 || known.has(key)) return [];
      known.add(key);
      return [{ of, number, key }];
    }),
  );
  const { rows } = await sql<Row>`select p.sha256, p.number, p.body, p.language, p.places
    from unnest(${wanted.map(({ of }) => of.sha256)}::bytea[], ${wanted.map(({ number }) => number)}::int[]) w (sha256, number)
    join passages p on p.organization_id = ${organizationId} and p.sha256 = w.sha256 and p.number = w.number`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [keyOf(row.sha256, row.number), row]));
  let room = maxLetters;
  const fits = ({ body }: Pick<Evidence, 'body'>): boolean => {
    if (body.length > room) return false;
    room -= body.length;
    return true;
  };
  const sure = evidence.slice(0, maxSure).filter(fits);
  const beside = new Map<Evidence, Evidence[]>();
  for (const { of, key } of wanted) {
    const row = found.get(key);
    if (row && fits(row)) beside.set(of, [...(beside.get(of) ?? []), neighborOf(of, row)]);
  }
  const best = sure.flatMap((one) => [one, ...(beside.get(one) ?? [])].sort((a, b) => a.number - b.number));
  return [...best, ...evidence.slice(maxSure).filter(fits)];
}

const neighborOf = (of: Evidence, { number, body, language, places }: Row): Evidence => ({
  ...of,
  number,
  body,
  language,
  sentences: [],
  placeAt: (at) => placeAt(places, at),
});

const keyOf = (sha256: Buffer, number: number): string => `${sha256.toString('hex')} ${number}`;
