import { Parser } from 'htmlparser2';
import { decodeText } from '../decode-text.ts';
import { Unreadable } from '../piece.ts';

export interface XmlWalk {
  /** Names without their prefix. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * A part of an office file, from its beginning to its end. Entities that a file defines are never expanded; one that has
 * a document type is refused all the same, since no office program writes any.
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
