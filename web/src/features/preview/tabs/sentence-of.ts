import { type Activity, uploadsSource } from '@sheaf/contract';

/** The id of the entry for a document that came by a sync, which is not a recorded event. */
const cameItself = '0';

/** Describes an activity: ‘Synced from Dropbox’, or, followed by ‘by Kim’ in the list, ‘Shared with Robin’. */
export function sentenceOf(
  { id, kind, by, detail }: Pick<Activity, 'id' | 'kind' | 'by' | 'detail'>,
  { slug, name: source }: { slug: string; name: string },
): string {
  if (kind === 'added' && id === cameItself && slug !== uploadsSource) return `Synced from ${source}`;
  const sentence = sentences[kind](detail, detail === null ? '' : `“${detail}”`);
  return by ? sentence : `${sentence} in ${source}`;
}

const sentences: Record<Activity['kind'], (detail: string | null, quoted: string) => string> = {
  added: () => 'Added',
  changed: () => 'Changed',
  renamed: (detail, quoted) => (detail === null ? 'Renamed' : `Renamed from ${quoted}`),
  moved: (detail, quoted) => (detail === null ? 'Moved' : `Moved to ${quoted}`),
  opened: () => 'Opened',
  downloaded: () => 'Downloaded',
  'shared to edit': (detail) => `${detail ?? 'Someone'} can edit it now`,
  shared: (detail) => (detail === null ? 'Shared' : `Shared with ${detail}`),
  unshared: (detail) => (detail === null ? 'Own access removed' : `Access removed for ${detail}`),
  linked: () => 'Public link created',
  unlinked: () => 'Public link revoked',
  deleted: () => 'Moved to the trash',
  restored: () => 'Restored from the trash',
  labelled: (detail, quoted) => (detail === null ? 'Labels changed' : `Label ${quoted} added`),
  collected: (detail, quoted) => (detail === null ? 'Collections changed' : `Added to collection ${quoted}`),
};
