/** Kinds of files a picture can be made of. */
export type Pictured = 'image' | 'pdf' | 'video';

export interface Task {
  kind: Pictured;
  file: string;
}

export interface Drawn {
  /** Null: there is no picture of this file. */
  webp: Uint8Array | null;
}

/** The longer edge, in pixels. */
export const edge = 320;
export const quality = 75;
