import { readFileSync } from 'node:fs';
import { Unexpected } from './readers.ts';

/** A wrong or missing setting. The message is one sentence for the person who starts Sheaf. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Secrets by their names, and addresses that may contain a password. */
const secretNames =
  /(_SECRETS?|_KEY|_TOKEN|_PASSPHRASE|_HEADERS)$|^(DATABASE_URL|DATABASE_DIRECT_URL|SMTP_URL|BLOB_STORE|AI_URL|EMBEDDINGS_URL)$/;

/**
 * Whether a setting can also be given as the path of a file, under its name with _FILE, which is how containers receive
 * secrets.
 */
export const mayBeFile = (name: string): boolean => secretNames.test(name);

/** The value of a setting, given directly or by a file. `refuse` makes the error that is thrown. */
function settingOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const direct = env[name]?.trim() || undefined;
  const path = mayBeFile(name) ? env[`${name}_FILE`]?.trim() || undefined : undefined;
  if (path === undefined) return direct;
  if (direct !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: remove one of them.`);
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `${name}_FILE names ${path}, which can’t be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  if (content === '') throw new ConfigError(`${name}_FILE names ${path}, which is empty.`);
  return content;
}

type Readers = Readonly<Record<string, { read(value: string | undefined): unknown }>>;
export type ValuesOf<R extends Readers> = { [K in keyof R]: ReturnType<R[K]['read']> };

/** The values of these settings, or their defaults. */
export function readSettings<R extends Readers>(variables: R, env: NodeJS.ProcessEnv): ValuesOf<R> {
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(variables)) {
    const found = settingOf(env, name);
    try {
      values[name] = read(found);
    } catch (error) {
      if (!(error instanceof Unexpected)) throw error;
      const shown = /SECRET|TOKEN|KEY|URL|HEADERS|ENDPOINT|PASSPHRASE/.test(name) ? 'something else' : `'${found}'`;
      throw new ConfigError(`${name} should be ${error.message}, but it is ${shown}.`);
    }
  }
  return values as ValuesOf<R>;
}
