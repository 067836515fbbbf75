import type { FromViewer, ShowMessage } from './protocol.ts';

export interface ShowRequest extends Omit<ShowMessage, 'type' | 'kind' | 'bytes'> {
  bytes: Uint8Array<ArrayBuffer>;
  into: HTMLElement;
  send(message: FromViewer): void;
}

/** Shows a file of one kind. Throws a Problem, or whatever its library throws at a damaged file. */
export type Show = (request: ShowRequest) => Promise<void> | void;
