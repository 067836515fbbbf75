import type { LanguageModel } from 'ai';
import type { Config } from '../../../config/config.ts';

type Settings = Pick<Config, 'ai'>;

/** The name of the configured model; null if there is none. */
export const modelName = ({ ai }: Settings): string | null => ai?.model ?? null;

/** The configured model. Its library is loaded only if there is one. */
export async function languageModel({ ai }: Settings): Promise<{ model: LanguageModel; name: string } | null> {
  if (!ai) return null;
  const { provider, model, apiKey, url } = ai;
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const anthropic = createAnthropic({ apiKey: apiKey ?? '', ...(url && { baseURL: url }) });
    return { model: anthropic(model), name: model };
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const compatible = createOpenAICompatible({ name: provider, baseURL: url!, ...(apiKey && { apiKey }) });
  return { model: compatible(model), name: model };
}
