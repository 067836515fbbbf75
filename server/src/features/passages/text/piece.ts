/** Where in a content a text is, in people's terms; numbers start at 1. */
export interface Place {
  page?: number;
  slide?: number;
  sheet?: string;
  row?: number;
  line?: number;
  /** The id of a message. */
  message?: string;
}

/** A part of a content's text: a page, a slide, a row, a message, or all of it. */
export interface Piece {
  place: Place;
  text: string;
  /** For a page: it has so little text that it may be a picture of text. */
  lacksText?: boolean;
}

export type Pieces = Iterable<Piece> | AsyncIterable<Piece>;

/** The content has no text for search; the message says why, in a sentence for people. Retrying is of no use. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
