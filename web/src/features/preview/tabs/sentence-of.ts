import { type Activity, uploadsSource } from '@sheaf/contract';

/** What happened, to follow a person's name: 'Kim | shared it with Robin'. A whole sentence for changes at the source. */
export function sentenceOf(
  { kind, by, detail }: Pick<Activity, 'kind' | 'by' | 'detail'>,
  { slug, name: source }: { slug: string; name: string },
): string {
  const quoted = detail === null ? '' : `“${detail}”`;
  if (!by) {
    const atSource = {
      added: `Added from ${source}`,
      changed: `Changed in ${source}`,
      renamed: `Renamed${detail === null ? '' : ` from ${quoted}`} in ${source}`,
      moved: `Moved${detail === null ? '' : ` to ${quoted}`} in ${source}`,
    } as const;
    return kind in atSource
      ? atSource[kind as keyof typeof atSource]
      : `${capital(actions[kind](detail, quoted))} in ${source}`;
  }
  if (kind === 'added' && slug !== uploadsSource) return `synced it from ${source}`;
  return actions[kind](detail, quoted);
}

const actions: Record<Activity['kind'], (detail: string | null, quoted: string) => string> = {
  added: () => 'added it',
  changed: () => 'changed it',
  renamed: (detail, quoted) => (detail === null ? 'renamed it' : `renamed it from ${quoted}`),
  moved: (detail, quoted) => (detail === null ? 'moved it' : `moved it to ${quoted}`),
  opened: () => 'opened it',
  downloaded: () => 'downloaded it',
  shared: (detail) => (detail === null ? 'shared it' : `shared it with ${detail}`),
  unshared: (detail) => (detail === null ? 'removed their own access' : `removed access for ${detail}`),
  labelled: (detail, quoted) => (detail === null ? 'changed its labels' : `added label ${quoted}`),
  collected: (detail, quoted) => (detail === null ? 'changed its collections' : `added it to collection ${quoted}`),
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
