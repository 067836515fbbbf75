/**
 * The folder of an account’s own files: the root or, for members of a team, a folder in the team’s space beside the
 * team folders. Members may not write to that space itself. So the top of their account shows their own folder’s
 * contents together with the team folders, and what is written to the top goes into their own folder.
 */
export interface Home {
  /** '' is the root. */
  path: string;
  /** As in `path_lower`: Dropbox has its own lower-casing rules. */
  lower: string;
}

export const isTop = (home: Home, folder: string) => folder === '' || folder === home.lower;
