import type { PassagePlace } from '@sheaf/contract';
import type { ReadSentence, RetrievedPassage } from '../../search/index.ts';

/** A passage that the person may see, which an answer may use. */
export interface Evidence {
  documentId: string;
  documentName: string;
  /** The folders above it, outermost first. */
  folder: string;
  /** Who has it in their account. */
  owner: string;
  /** Of its last change. */
  modifiedAt: string | null;
  sha256: Buffer;
  /** Of the passage in its content. */
  number: number;
  body: string;
  language: string | null;
  /** Each with what it has to do with the question. */
  sentences: readonly ReadSentence[];
  /** How well the passage fits the question, compared with others. */
  fit: number;
  /** What found it; `name`: its document is asked for as a whole. */
  leg: RetrievedPassage['leg'];
  /** Where a character of the body stands in the document. */
  placeAt(at: number): PassagePlace;
}

/** A part of a passage, verbatim. */
export interface Quote {
  evidence: Evidence;
  start: number;
  text: string;
  /** What it stands under. */
  heading?: string | null;
}

/** What an answer consists of: text that cites quotes as [1], and the quotes in this order. */
export interface Answer {
  content: string;
  quotes: Quote[];
  supported: boolean;
  /** Every document that was looked into, now or for what a model was told of the conversation. */
  documentIds: string[];
}

export const documentsOf = (evidence: readonly Pick<Evidence, 'documentId'>[]): string[] => [
  ...new Set(evidence.map(({ documentId }) => documentId)),
];
