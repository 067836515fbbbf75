/**
 * The folder that an account's own files are in: the root, or for members of a team a folder in the team's space, beside
 * the team folders. Members may not write to that space itself. So the top of their account is what is in their folder
 * together with the team folders, and what is written to the top is written to their folder.
 */
export interface Home {
  /** '' is the root. */
  path: string;
  /** As in `path_lower`: Dropbox has its own idea of lower case. */
  lower: string;
}

export const isTop = (home: Home, folder: string) => folder === '' || folder === home.lower;
