import { Parser } from 'htmlparser2';
import { decodeText } from '../decode-text.ts';
import { Unreadable } from '../piece.ts';

export interface XmlWalk {
  /** Names are without prefix. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Walks through a part of an office file. Entities defined in a file are never expanded; a part with a document type is
 * rejected anyway, since no office program writes one.
 */
export function walkXml(part: Uint8Array, walk: XmlWalk): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => walk.open?.(local(name), attributes),
      onclosetag: (name) => walk.close?.(local(name)),
      ontext: (text) => walk.text?.(text),
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype')
          throw new Unreadable('This file is damaged: it defines a document type.');
      },
    },
    { xmlMode: true },
  );
  parser.end(decodeText(part));
}
