import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from './kit/connector.ts';

/**
 * Every source, in the order of the list. A folder beside this file with an index.ts is a source: each connector that
 * it exports is offered without any further registration.
 */
export const connectors: readonly Connector[] = (await Promise.all(foldersOfSources().map(connectorsIn)))
  .flat()
  .sort(({ manifest: a }, { manifest: b }) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'));

function foldersOfSources(): string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'index.ts')))
    .map(({ name }) => name);
}

async function connectorsIn(folder: string): Promise<Connector[]> {
  const exported: Record<string, unknown> = await import(`./${folder}/index.ts`);
  const found = Object.values(exported).filter(isConnector);
  if (found.length === 0) throw new Error(`connectors/src/${folder}/index.ts exports no connector.`);
  return found;
}

function isConnector(value: unknown): value is Connector {
  return typeof value === 'object' && value !== null && 'manifest' in value && 'auth' in value && 'open' in value;
}
