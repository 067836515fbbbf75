import type { PassagePlace } from '@sheaf/contract';
import type { ReadSentence, RetrievedPassage } from '../../search/index.ts';

/** A passage that an answer may use and that the person may see. */
export interface Evidence {
  documentId: string;
  documentName: string;
  /** The folders above the document, outermost first. */
  folder: string;
  /** The person whose account the document is in. */
  owner: string;
  /** When the document was last changed. */
  modifiedAt: string | null;
  sha256: Buffer;
  /** The number of the passage in its content. */
  number: number;
  body: string;
  language: string | null;
  /** The sentences, each with how it relates to the question. */
  sentences: readonly ReadSentence[];
  /** How well the passage fits the question, compared with others. */
  fit: number;
  /** The search that found it. `name`: the question asks for its document as a whole. */
  leg: RetrievedPassage['leg'];
  /** The place in the document of a character of the body. */
  placeAt(at: number): PassagePlace;
}

/** A part of a passage, verbatim. */
export interface Quote {
  evidence: Evidence;
  start: number;
  text: string;
  /** The heading above it. */
  heading?: string | null;
}

/** An answer: text that cites quotes as [1], and the quotes in this order. */
export interface Answer {
  content: string;
  quotes: Quote[];
  supported: boolean;
  /** Every document that was read for it, now or for the earlier messages that a model was given. */
  documentIds: string[];
}

export const documentsOf = (evidence: readonly Pick<Evidence, 'documentId'>[]): string[] => [
  ...new Set(evidence.map(({ documentId }) => documentId)),
];
