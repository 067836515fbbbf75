import { basename } from 'node:path';
import { ModelProblem } from './model-problem.ts';

export type Pooling = 'mean' | 'cls';

/** How a model wants to be used: those of one family agree, and without this their vectors mean little. */
export interface Conventions {
  /** How the vectors of a text’s tokens become one: their mean, or the first token’s. */
  pooling: Pooling;
  /** Stands before a question, and before what may answer it. */
  questionPrefix: string;
  passagePrefix: string;
  /** What is beyond is cut off. */
  maxTokens: number;
}

/** Where config.json says whose model it is. */
const publishedAs = '_name_or_path';

/** What the operator says instead. */
export interface Overrides {
  pooling?: Pooling | undefined;
  questionPrefix?: string | undefined;
  passagePrefix?: string | undefined;
}

type Json = Record<string, unknown>;

interface Files {
  folder: string;
  /** config.json, tokenizer_config.json, 1_Pooling/config.json, sentence_bert_config.json, config_sentence_transformers.json. */
  config: Json | undefined;
  tokenizerConfig: Json;
  pooling: Json | undefined;
  sentences: Json | undefined;
  prompts: Json | undefined;
}

/** A passage has about 300; time and memory grow with them. */
const maxUsefulTokens = 512;

interface Family {
  name: RegExp;
  pooling: Pooling;
  questionPrefix: string;
  passagePrefix: string;
}

const retrieval = 'Represent this sentence for searching relevant passages: ';

/** As their authors describe them; for folders without the files that say so. */
const families: readonly Family[] = [
  { name: /\be5\b/, pooling: 'mean', questionPrefix: 'query: ', passagePrefix: 'passage: ' },
  { name: /\bnomic\b/, pooling: 'mean', questionPrefix: 'search_query: ', passagePrefix: 'search_document: ' },
  { name: /\bbge-m3\b/, pooling: 'cls', questionPrefix: '', passagePrefix: '' },
  { name: /\b(bge|mxbai|arctic)\b/, pooling: 'cls', questionPrefix: retrieval, passagePrefix: '' },
];
const others = { pooling: 'mean', questionPrefix: '', passagePrefix: '' } as const;

/** From the model’s own files, else from its name. Throws `ModelProblem` for a model that pools in a way we don’t know. */
export function conventionsOf(files: Files, overrides: Overrides): Conventions {
  const { folder, config, tokenizerConfig, sentences, prompts } = files;
  const names = [config?.[publishedAs], basename(folder)].filter((name) => typeof name === 'string');
  const family = families.find(({ name }) => names.some((one) => name.test(one.toLowerCase()))) ?? others;
  const said = (prompts?.prompts ?? {}) as Record<string, unknown>;
  const prompt = (...keys: string[]) => keys.map((key) => said[key]).find((one) => typeof one === 'string');
  const lengths = [sentences?.max_seq_length, tokenizerConfig.model_max_length, positionsOf(config)];
  return {
    pooling: overrides.pooling ?? saidPooling(files) ?? family.pooling,
    questionPrefix: overrides.questionPrefix ?? prompt('query') ?? family.questionPrefix,
    passagePrefix: overrides.passagePrefix ?? prompt('document', 'passage') ?? family.passagePrefix,
    maxTokens: Math.min(
      maxUsefulTokens,
      ...lengths.filter((one): one is number => typeof one === 'number' && one >= 8),
    ),
  };
}

function saidPooling({ folder, pooling }: Files): Pooling | undefined {
  if (!pooling) return undefined;
  if (pooling.pooling_mode_mean_tokens) return 'mean';
  if (pooling.pooling_mode_cls_token) return 'cls';
  throw new ModelProblem(
    `the model in ${folder} pools its tokens neither by their mean nor by the first one (1_Pooling/config.json)`,
  );
}

/** Models of the RoBERTa family, such as multilingual E5, count theirs from the padding’s number on. */
function positionsOf(config: Json | undefined): number | undefined {
  const { max_position_embeddings: count, model_type: type, pad_token_id: pad } = config ?? {};
  if (typeof count !== 'number') return undefined;
  return /roberta/.test(String(type)) ? count - 1 - (typeof pad === 'number' ? pad : 1) : count;
}
