import { basename } from 'node:path';
import { ModelProblem } from './model-problem.ts';

export type Pooling = 'mean' | 'cls';

/** How a model has to be used: models of one family agree, and otherwise their vectors mean little. */
export interface Conventions {
  /** How the vectors of tokens become one for the text: their mean, or that of the first token. */
  pooling: Pooling;
  /** Prefixes for a question and for a passage. */
  questionPrefix: string;
  passagePrefix: string;
  /** Tokens beyond this are cut off. */
  maxTokens: number;
}

/** The model's name according to config.json. */
const publishedAs = '_name_or_path';

/** The operator's settings, which come first. */
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

/** According to their authors; for folders without the files that say so. */
const families: readonly Family[] = [
  { name: /\be5\b/, pooling: 'mean', questionPrefix: 'query: ', passagePrefix: 'passage: ' },
  { name: /\bnomic\b/, pooling: 'mean', questionPrefix: 'search_query: ', passagePrefix: 'search_document: ' },
  { name: /\bbge-m3\b/, pooling: 'cls', questionPrefix: '', passagePrefix: '' },
  { name: /\b(bge|mxbai|arctic)\b/, pooling: 'cls', questionPrefix: retrieval, passagePrefix: '' },
];
const others = { pooling: 'mean', questionPrefix: '', passagePrefix: '' } as const;

/**
 * Reads the conventions from the model’s own files, or else by its name. Throws `ModelProblem` if the model pools in an
 * unknown way.
 */
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

/** Models of the RoBERTa family, such as multilingual E5, number positions from the padding’s number on. */
function positionsOf(config: Json | undefined): number | undefined {
  const { max_position_embeddings: count, model_type: type, pad_token_id: pad } = config ?? {};
  if (typeof count !== 'number') return undefined;
  return /roberta/.test(String(type)) ? count - 1 - (typeof pad === 'number' ? pad : 1) : count;
}
