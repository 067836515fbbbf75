import { join } from 'node:path';
import type { LoadOptions } from './local/model.ts';
import type { Endpoint } from './request-embeddings.ts';

/** What search by meaning asks. */
export type EmbeddingsSettings = (Endpoint & { kind: 'endpoint' }) | (Omit<LoadOptions, 'runtime'> & { kind: 'local' });

/** What `npm run fetch-model` fetches, and where it puts it: 100 languages, 118 MB, MIT licence. */
const defaultModel = 'multilingual-e5-small';
export const defaultModelUrl = `https://huggingface.co/Xenova/${defaultModel}/resolve/main`;
export const defaultModelFolder = (dataDir: string): string => join(dataDir, 'models', defaultModel);
