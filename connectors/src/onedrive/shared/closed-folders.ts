import type { NotIncluded } from '../../kit/session.ts';

/** The message about shared folders that could not be opened, even if there are none. */
export const closedFolders = (count: number): NotIncluded => ({
  what: 'shared folders',
  count,
  why: 'OneDrive doesn’t let Sheaf open them. Allow access in the sync settings, or ask their owners.',
});
