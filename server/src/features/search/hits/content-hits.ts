import type { Executor } from '../../../db/pool.ts';
import type { Scope } from '../query/scope.ts';
import type { ContentQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { collectHits, type Hit, maxCollected, maxOfOne, maxWalked, walkForHits } from './hit-routes.ts';
import { expectedHits, newestPart } from './windows.ts';

export interface ContentHits {
  hits: Hit[];
  /** If false, there may be more hits, all of them older. */
  isComplete: boolean;
  /** The approximate number of documents. */
  about: number;
  /** Only the newest documents could be searched. */
  isPartial: boolean;
}

/** Lower for phrases, since each passage with the words must be opened. */
const maxOpened = 2_000;
const maxRounds = 4;
/** Up to this many hits are collected completely, to be compared with each other. */
const fewHits = 800;
/**
 * Words in this share of all passages are found faster by walking: the fewer documents the filters leave, the more
 * index hits are useless. Measured with two million passages.
 */
const quickerToWalk = ({ density }: Scope): number => Math.min(0.015 + 0.3 * density, 0.2);

/**
 * Two ways to find the same; the expected number of hits decides. From the index: all passages with the words, or, if
 * these are many, those of the newest days, then of more days, until there are enough. By walking: checks the viewer's
 * documents for the words, newest first; for words that are nearly everywhere, and for few documents. PostgreSQL's own
 * choice between them can be wrong by seconds.
 */
export async function contentHits(
  db: Executor,
  scope: Scope,
  query: ContentQuery,
  statistics: Statistics,
  wanted: number,
): Promise<ContentHits> {
  if (scope.few !== null) {
    const { hits } = await walkForHits(db, scope, query, { documents: scope.few, hits: maxWalked });
    return { hits, isComplete: true, about: documentsIn(hits), isPartial: false };
  }
  const maxHits = query.hasPhrase ? maxOpened : maxCollected;
  // Some are copies, some in others' documents, and some documents have several.
  const enough = wanted * 4;
  let expected = expectedHits(query, statistics);
  const frequency = expected / Math.max(statistics.passages, 1);
  const documents = Math.ceil((wanted * 1.5) / frequency);
  if (frequency >= quickerToWalk(scope) && documents <= maxWalked) {
    const walked = await walkForHits(db, scope, query, { documents, hits: wanted * maxOfOne });
    if (documentsIn(walked.hits) >= wanted) return ofWalk(walked, true);
  }
  let share = expected <= fewHits ? 1 : enough / expected;
  let best: ContentHits | null = null;
  let before = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const window = newestPart(statistics, Math.min(share, maxHits / Math.max(expected, 1)), Date.now());
    // The window can't grow enough to be worth another round.
    if (best && window.share < before * 1.5) break;
    before = window.share;
    if (expected * window.share > maxHits * 2) break;
    const { hits, collected } = await collectHits(db, scope, query, window.keys);
    if (collected >= maxCollected) {
      // There are more than expected, and these are not the newest.
      expected = (collected / window.share) * 2;
      share = enough / expected;
      if (window.keys === null && statistics.days.length === 0) break;
      continue;
    }
    const isComplete = window.keys === null;
    const matching = documentsIn(hits);
    const about = Math.round(matching / window.share);
    best = { hits, isComplete, about, isPartial: !isComplete && matching < wanted };
    if (!best.isPartial) return best;
    expected = query.hasPhrase ? expected : collected / window.share;
    const next = Math.max(window.share * 4, (window.share * wanted * 1.5) / Math.max(matching, 1));
    if (window.share >= maxHits / Math.max(expected, 1)) break;
    // Reading a large part of the days takes longer than reading few hits of all days.
    share = expected <= fewHits ? 1 : Math.min(next, 1);
  }
  if (query.hasPhrase && best) return best;
  const walked = await walkForHits(db, scope, query, { documents: maxWalked, hits: enough });
  if (best && best.hits.length > walked.hits.length) return best;
  return ofWalk(walked, walked.hits.length >= enough);
}

/** The total is unknown, only the number among the documents walked through. */
const ofWalk = ({ hits, documents }: { hits: Hit[]; documents: number }, isFull: boolean): ContentHits => ({
  hits,
  isComplete: false,
  about: Math.round((documentsIn(hits) / Math.max(documents, 1)) * 1e6),
  isPartial: !isFull,
});

const documentsIn = (hits: readonly Hit[]): number => new Set(hits.map(({ documentId }) => documentId)).size;
