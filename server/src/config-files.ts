import { readFileSync } from 'node:fs';

/** Secrets by their names, and addresses that may carry a password. */
const secretNames =
  /(_SECRETS?|_KEY|_TOKEN|_PASSPHRASE|_HEADERS)$|^(DATABASE_URL|DATABASE_DIRECT_URL|SMTP_URL|BLOB_STORE|AI_URL|EMBEDDINGS_URL)$/;

/** Whether a setting can also be given as the path of a file, by its name with _FILE: as containers are given their secrets. */
export const mayBeFile = (name: string): boolean => secretNames.test(name);

/** What a setting is set to, directly or by a file. `refuse` makes the error that is thrown. */
export function settingOf(
  env: NodeJS.ProcessEnv,
  name: string,
  refuse: (message: string) => Error,
): string | undefined {
  const direct = env[name]?.trim() || undefined;
  const path = mayBeFile(name) ? env[`${name}_FILE`]?.trim() || undefined : undefined;
  if (path === undefined) return direct;
  if (direct !== undefined) throw refuse(`${name} and ${name}_FILE are both set: remove one of them.`);
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw refuse(`${name}_FILE names ${path}, which can’t be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (content === '') throw refuse(`${name}_FILE names ${path}, which is empty.`);
  return content;
}
