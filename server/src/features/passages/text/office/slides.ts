import { posix } from 'node:path';
import type { Piece } from '../piece.ts';
import { officeText } from './office-text.ts';
import { walkXml } from './walk-xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Slides in presentation order, each with its speaker notes. */
export function* readSlides(zip: ZipParts): Generator<Piece> {
  for (const [index, name] of slidesOf(zip).entries()) {
    const notes = [...relationsOf(zip, name).values()].filter((target) => target.includes('/notesSlides/'));
    const text = [name, ...notes].map((part) => officeText(zip.read(part) ?? new Uint8Array()));
    yield { place: { slide: index + 1 }, text: text.join('\n') };
  }
}

function slidesOf(zip: ZipParts): string[] {
  const presentation = 'ppt/presentation.xml';
  const targets = relationsOf(zip, presentation);
  const slides: string[] = [];
  walkXml(zip.read(presentation)!, {
    open(name, attributes) {
      const target = name === 'sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target && zip.has(target)) slides.push(target);
    },
  });
  return slides;
}

/** The parts that a part refers to, by relation id. */
function relationsOf(zip: ZipParts, name: string): Map<string, string> {
  const { dir, base } = posix.parse(name);
  const relations = new Map<string, string>();
  walkXml(zip.read(`${dir}/_rels/${base}.rels`) ?? new Uint8Array(), {
    open(_, { Id, Target, TargetMode }) {
      if (Id && Target && TargetMode !== 'External') relations.set(Id, posix.resolve('/', dir, Target).slice(1));
    },
  });
  return relations;
}
