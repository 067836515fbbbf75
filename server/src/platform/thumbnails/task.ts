/** Kinds of files that thumbnails can be made of. */
export type Pictured = 'image' | 'pdf' | 'video';

export interface Task {
  kind: Pictured;
  file: string;
}

export interface Drawn {
  /** Null if the file has no thumbnail. */
  webp: Uint8Array | null;
}

/** The longer edge, in pixels. */
export const edge = 320;
export const quality = 75;
