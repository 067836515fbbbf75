import type { SandboxResponse } from '../shared/server.ts';
import type { Call } from './call.ts';

export interface Route {
  method: string;
  /** `:name` matches one segment of the path. */
  path: string;
  /** One of these scopes is enough. */
  scopes: readonly string[];
  run(call: Call): SandboxResponse | Promise<SandboxResponse>;
}

/** The named segments of a matching path; null if it doesn’t match. */
export function pathParams(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[at]!);
    else if (part !== given[at]) return null;
  }
  return params;
}
