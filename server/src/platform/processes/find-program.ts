import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of a program: a path as given, or a name on PATH; null if it can't be run. */
export async function findProgram(program: string, path = process.env.PATH ?? ''): Promise<string | null> {
  const places = program.includes('/') ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  for (const place of places)
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return place;
  return null;
}
