import { type Activity, uploadsSource } from '@sheaf/contract';

/** What happened, after the name of who did it: 'Kim | shared it with Robin'. Where the source told it, a whole sentence. */
export function sentenceOf(
  { kind, by, detail }: Pick<Activity, 'kind' | 'by' | 'detail'>,
  { slug, name: source }: { slug: string; name: string },
): string {
  const quoted = detail === null ? '' : `“${detail}”`;
  if (!by) {
    const told = {
      added: `Came from ${source}`,
      changed: `Changed in ${source}`,
      renamed: `Renamed in ${source}${detail === null ? '' : `, before it was ${quoted}`}`,
      moved: `Moved in ${source}${detail === null ? '' : ` to ${quoted}`}`,
    } as const;
    return kind in told ? told[kind as keyof typeof told] : `${capital(deeds[kind](detail, quoted))} in ${source}`;
  }
  if (kind === 'added' && slug !== uploadsSource) return `synced it from ${source}`;
  return deeds[kind](detail, quoted);
}

const deeds: Record<Activity['kind'], (detail: string | null, quoted: string) => string> = {
  added: () => 'added it',
  changed: () => 'changed it',
  renamed: (detail, quoted) => (detail === null ? 'renamed it' : `renamed it, before it was ${quoted}`),
  moved: (detail, quoted) => (detail === null ? 'moved it' : `moved it to ${quoted}`),
  opened: () => 'opened it',
  downloaded: () => 'downloaded it',
  shared: (detail) => (detail === null ? 'shared it' : `shared it with ${detail}`),
  unshared: (detail) => (detail === null ? 'gave up access' : `took back the access of ${detail}`),
  labelled: (detail, quoted) => (detail === null ? 'changed its labels' : `gave it the label ${quoted}`),
  collected: (detail, quoted) => (detail === null ? 'changed its collections' : `put it into the collection ${quoted}`),
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
