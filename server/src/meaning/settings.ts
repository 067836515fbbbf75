import { join } from 'node:path';
import type { LoadOptions } from './local/model.ts';
import type { Endpoint } from './request-embeddings.ts';

/** The model for search by meaning. */
export type EmbeddingsSettings = (Endpoint & { kind: 'endpoint' }) | (Omit<LoadOptions, 'runtime'> & { kind: 'local' });

/** The model that `npm run fetch-model` downloads, and its folder: 100 languages, 118 MB, MIT license. */
const defaultModel = 'multilingual-e5-small';
export const defaultModelUrl = `https://huggingface.co/Xenova/${defaultModel}/resolve/main`;
export const defaultModelFolder = (dataDir: string): string => join(dataDir, 'models', defaultModel);
