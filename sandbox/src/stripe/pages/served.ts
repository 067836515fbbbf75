import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { SandboxResponse } from '../../shared/server.ts';

const folder = join(import.meta.dirname, '../browser');
const modules = ['card-format', 'connect', 'dialog', 'field', 'intents', 'style'] as const;
const served = new Map<string, string>();

/** A script for browsers, compiled from its source file. */
function sourceOf(name: string): string {
  const known = served.get(name);
  if (known !== undefined) return known;
  const text = withoutWarning(() => stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8')));
  served.set(name, text);
  return text;
}

/** Suppresses Node’s warning that type stripping is experimental, which doesn’t concern the operator. */
function withoutWarning<T>(run: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

const scriptOf = (name: string): SandboxResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    // Pages of any origin include it.
    'cross-origin-resource-policy': 'cross-origin',
  },
  body: sourceOf(name),
});

/** The replacement for js.stripe.com/v3. */
export const mainScript = (): SandboxResponse => scriptOf('script');

export function moduleScript(name: string): SandboxResponse | null {
  return (modules as readonly string[]).includes(name) ? scriptOf(name) : null;
}
