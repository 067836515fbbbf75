const maxNamed = 10;

/** Sources allow line breaks and more in names, but titles and subjects of emails don't. */
export const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

/** 'a.txt, b.txt and 12 more' */
export function listOfNames(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return `${names.slice(0, maxNamed).map(oneLine).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
