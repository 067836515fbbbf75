import type { Embedder } from '../../../meaning/index.ts';
import type { Reading } from './read-closely.ts';

/**
 * How passages are put in order: by how much of the question they say, in these words or like ones, by what they mean, and by
 * what one of their sentences says; then by how often they say it, by what the name of their document says, and by whether they
 * say what a term means that the question asks for. All weights were
 * chosen on the tuning half of bench/retrieval-public.ts and on bench/retrieval.ts, in the middle of what is about as good.
 */
const order = ({ words, coverage, coverageInOne, coverageInName, definition }: Reading, ofMeaning: number): number =>
  coverage + 0.5 * coverageInOne + 0.4 * words + 0.6 * coverageInName + 0.8 * definition + ofMeaning;

/** A language model is right more often than words are. */
const ofModel = 3;
/**
 * The table of words is not: it finds what is said in other words, but where a passage has so much of the question it counts
 * less, lest it displace what words found.
 */
const ofTable = 1;
const ofTableBesideWords = 0.6;
const minCoverageForWords = 0.6;

/** Of passages that answer, for each part of the question they say: what one without a vector is taken to have, for fairness. */
export const usualNearness = ({ coverage }: Reading): number => 0.45 * coverage;

/** Of one question’s passages, by how near each is in meaning. */
export function orderFor(readings: readonly Reading[], { isModel }: Embedder) {
  const best = Math.max(0, ...readings.map(({ coverage }) => coverage));
  const weight = isModel ? ofModel : best >= minCoverageForWords ? ofTableBesideWords : ofTable;
  return (reading: Reading, nearness: number): number => order(reading, weight * nearness);
}

/** Where what they mean is not known yet. */
export const orderByWords = (reading: Reading): number => order(reading, usualNearness(reading));
