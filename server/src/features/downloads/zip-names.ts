import { extensionOf, plainDirection } from '@sheaf/contract';

/** What is not allowed in names: slashes, control characters, and on Windows these too. */
const forbidden = /[/\\:*?"<>|]|\p{Cc}/gu;

/** Returns names that are valid on every system and unique within one folder of a zip, regardless of case. */
export function namesOfFolder(): (name: string) => string {
  const next = new Map<string, number>();
  return (name) => {
    // The check for dots comes last, since other characters around them may be all that kept them from pointing out of
    // the folder.
    const clean = plainDirection(name.toWellFormed(), '_')
      .replace(forbidden, '_')
      .trim()
      .replace(/^[.\s]*$/, '_');
    const first = next.get(keyOf(clean));
    if (first === undefined) {
      next.set(keyOf(clean), 2);
      return clean;
    }
    for (let count = first; ; count++) {
      const numbered = withNumber(clean, count);
      if (next.has(keyOf(numbered))) continue;
      next.set(keyOf(clean), count + 1).set(keyOf(numbered), 2);
      return numbered;
    }
  };
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function withNumber(name: string, count: number): string {
  const extension = extensionOf(name);
  const stem = extension ? name.slice(0, -extension.length - 1) : name;
  return `${stem} (${count})${extension && name.slice(stem.length)}`;
}
