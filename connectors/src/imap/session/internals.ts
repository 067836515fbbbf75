import { createRequire } from 'node:module';
import type { ImapFlow, MessageStructureObject } from 'imapflow';
import type { VanishedResponse } from '../messages/vanished.ts';
import type { Token } from './parse-answer.ts';

interface UntaggedAnswer {
  attributes: Token[];
}

/** Members of imapflow's client that its types leave out. Its version is pinned. */
export interface Internals {
  folders: Map<string, { path: string }>;
  namespaces: Readonly<Record<'personal' | 'other' | 'shared', readonly { prefix: string }[] | false>>;
  /** Prepended to paths that don’t begin with it, including those of other namespaces. */
  namespace?: { prefix: string };
  untaggedVanished(response: VanishedResponse): Promise<void>;
  /** The reason in the server’s BYE. */
  byeReason?: string;
  streamer: NodeJS.WritableStream;
  /** The next command is sent after `next` was called. */
  exec(
    command: string,
    attributes: unknown[],
    options: { untagged: Record<string, (answer: UntaggedAnswer) => Promise<void>> },
  ): Promise<{ next(): void }>;
  /** Handles everything that the server sends; false ends the connection. */
  handleResponse(answer: { payload: Buffer; literals: Buffer[] }): Promise<boolean>;
}

export const internalsOf = (client: ImapFlow): Internals => client as unknown as Internals;

const tools = createRequire(import.meta.url)('imapflow/lib/tools.js') as {
  parseBodystructure(tokens: readonly Token[]): MessageStructureObject;
};

/** Throws if the tokens are not a structure. */
export const parseStructure = (tokens: readonly Token[]): MessageStructureObject => tools.parseBodystructure(tokens);
