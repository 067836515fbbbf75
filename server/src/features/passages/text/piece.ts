/** Where in a content a text stands, as people would say it; numbers begin at 1. */
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
  /** Of a page: there is so little that it may be a picture of text. */
  lacksText?: boolean;
}

export type Pieces = Iterable<Piece> | AsyncIterable<Piece>;

/** A content that has no text for us; the message says why, in a sentence for people. Trying again is of no use. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
