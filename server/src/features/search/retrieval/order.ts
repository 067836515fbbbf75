import type { Embedder } from '../../../meaning/index.ts';
import type { Reading } from './read-closely.ts';

/**
 * Orders passages by how much of the question they cover (in the same or similar words), by meaning, and by how much
 * one of their sentences covers; then by word frequency, by the name of their document, and by whether they define the
 * term asked about. All weights were chosen on the tuning half of bench/retrieval-public.ts and on bench/retrieval.ts,
 * in the middle of the range of similar results.
 */
const order = ({ words, coverage, coverageInOne, coverageInName, definition }: Reading, ofMeaning: number): number =>
  coverage + 0.5 * coverageInOne + 0.4 * words + 0.6 * coverageInName + 0.8 * definition + ofMeaning;

/** A language model is right more often than words are. */
const ofModel = 3;
/**
 * The table of words is right less often. It finds other wordings, but counts less once a passage covers so much of the
 * question, so as not to displace matches by words.
 */
const ofTable = 1;
const ofTableBesideWords = 0.6;
const minCoverageForWords = 0.6;

/** The usual nearness of answers, per covered part of the question; assumed for passages without a vector. */
export const usualNearness = ({ coverage }: Reading): number => 0.45 * coverage;

/** Orders the passages of one question by these and by nearness in meaning. */
export function orderFor(readings: readonly Reading[], { isModel }: Embedder) {
  const best = Math.max(0, ...readings.map(({ coverage }) => coverage));
  const weight = isModel ? ofModel : best >= minCoverageForWords ? ofTableBesideWords : ofTable;
  return (reading: Reading, nearness: number): number => order(reading, weight * nearness);
}

/** For passages whose meaning isn't known yet. */
export const orderByWords = (reading: Reading): number => order(reading, usualNearness(reading));
