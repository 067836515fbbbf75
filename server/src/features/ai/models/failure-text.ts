/** A provider's answer as an error of the AI library. */
interface Refused {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
}

/** The model wrote nothing at all. */
export class EmptyAnswer extends Error {}

/** Explains in a sentence for people why a model failed, and when to try again, in seconds. */
export function failureText(failure: unknown): { text: string; retryAfter?: number } {
  const refused = refusedBy(failure);
  const { statusCode: status, responseHeaders: headers, responseBody: body } = refused ?? {};
  if (status === 401 || status === 403)
    return { text: 'The AI provider rejected the key. Ask the person who runs this server to check AI_API_KEY.' };
  if (status === 404)
    return {
      text: 'The AI provider doesn’t know this model. Ask the person who runs this server to check AI_MODEL and AI_URL.',
    };
  if (status === 429) {
    const seconds = Number.parseInt(headers?.['retry-after'] ?? '', 10);
    return { text: 'The AI provider is getting too many questions.', ...(seconds > 0 && { retryAfter: seconds }) };
  }
  if (isPage(headers?.['content-type'], body))
    return {
      text: 'The address of the AI model answered with a web page. Ask the person who runs this server to check AI_URL.',
    };
  if (failure instanceof EmptyAnswer) return { text: 'The AI model gave an empty answer.' };
  return { text: 'The AI model couldn’t answer.' };
}

const isPage = (type = '', body = ''): boolean =>
  type.includes('text/html') || /^\s*<(?:!doctype html|html)/iu.test(body);

/** Finds the provider's last answer. The library retries calls and reports all failures. */
function refusedBy(failure: unknown): Refused | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  if ('statusCode' in failure || 'responseBody' in failure) return failure as Refused;
  const { lastError, cause } = failure as { lastError?: unknown; cause?: unknown };
  return refusedBy(lastError) ?? refusedBy(cause);
}
