import { resolve } from 'node:path';
import { defaultModelFolder, type EmbeddingsSettings } from '../meaning/settings.ts';
import { address, integer, oneOf, optional } from './readers.ts';

type Read<T> = (value: string | undefined) => T;

const ifSet =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value);

/** White space around settings is lost, and every model wants some after its prefix. */
const prefix = ifSet((value) => (value === 'none' ? '' : `${value} `));

export const embeddingsVariables = {
  EMBEDDINGS: {
    meaning: 'local: search by meaning with a language model on this machine, see docs/meaning.md',
    otherwise: 'the endpoint of EMBEDDINGS_URL, else a table of English words that comes with Sheaf',
    read: ifSet(oneOf('local')),
  },
  EMBEDDINGS_URL: {
    meaning:
      'An OpenAI-compatible endpoint for search by meaning, such as http://localhost:11434/v1: see docs/meaning.md',
    otherwise: 'a table of English words that comes with Sheaf',
    read: address('http:', 'https:'),
  },
  EMBEDDINGS_MODEL: {
    meaning: 'The model at EMBEDDINGS_URL, such as nomic-embed-text; with EMBEDDINGS=local the folder it lies in',
    otherwise: 'none; with EMBEDDINGS=local where `npm run fetch-model` puts it',
    read: optional,
  },
  EMBEDDINGS_API_KEY: { meaning: 'The key for EMBEDDINGS_URL', otherwise: 'none', read: optional },
  EMBEDDINGS_MODEL_URL: {
    meaning: 'Where `npm run fetch-model` fetches a model from: its files are below this address',
    otherwise: 'that of multilingual-e5-small at Hugging Face',
    read: address('http:', 'https:'),
  },
  EMBEDDINGS_POOLING: {
    meaning: 'How a local model makes one vector of its tokens’: mean or cls',
    otherwise: 'what its files say, else what is usual in its family',
    read: ifSet(oneOf('mean', 'cls')),
  },
  EMBEDDINGS_QUERY_PREFIX: {
    meaning: 'What a local model wants before a question, such as query:, or none',
    otherwise: 'what its files say, else what is usual in its family',
    read: prefix,
  },
  EMBEDDINGS_PASSAGE_PREFIX: {
    meaning: 'What a local model wants before a passage, such as passage:, or none',
    otherwise: 'what its files say, else what is usual in its family',
    read: prefix,
  },
  EMBEDDINGS_THREADS: {
    meaning: 'Processor cores that a local model uses at a time, in each process',
    otherwise: '1',
    read: ifSet(integer(1, 1, 64)),
  },
};

type Values = { [K in keyof typeof embeddingsVariables]: ReturnType<(typeof embeddingsVariables)[K]['read']> };

const ofLocalModels = ['POOLING', 'QUERY_PREFIX', 'PASSAGE_PREFIX', 'THREADS'] as const;

/** Describes settings that don’t go together, in one sentence. */
export function embeddingsProblem(v: Values): string | undefined {
  const isLocal = v.EMBEDDINGS === 'local';
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: key } = v;
  if (isLocal && (url || key))
    return `EMBEDDINGS=local contradicts EMBEDDINGS_${url ? 'URL' : 'API_KEY'}: a model on this machine has no endpoint.`;
  const lone = isLocal ? undefined : ofLocalModels.find((name) => v[`EMBEDDINGS_${name}`] !== undefined);
  if (lone) return `EMBEDDINGS_${lone} needs EMBEDDINGS=local: an endpoint has settings of its own.`;
  if (url && !model) return 'EMBEDDINGS_URL needs EMBEDDINGS_MODEL: the name of the model to ask for.';
  if (!isLocal && !url && (model || key))
    return `EMBEDDINGS_${model ? 'MODEL' : 'API_KEY'} needs EMBEDDINGS_URL: the address of the endpoint.`;
  return undefined;
}

export function readEmbeddings(v: Values, dataDir: string): EmbeddingsSettings | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model } = v;
  if (v.EMBEDDINGS === 'local') {
    const overrides = {
      pooling: v.EMBEDDINGS_POOLING,
      questionPrefix: v.EMBEDDINGS_QUERY_PREFIX,
      passagePrefix: v.EMBEDDINGS_PASSAGE_PREFIX,
    };
    const folder = resolve(model ?? defaultModelFolder(dataDir));
    return { kind: 'local', folder, threads: v.EMBEDDINGS_THREADS ?? 1, overrides };
  }
  return url && model ? { kind: 'endpoint', url, model, apiKey: v.EMBEDDINGS_API_KEY } : undefined;
}
