import type { World } from './world.ts';

/** Asks in a conversation of its own. Answers the milliseconds until the first word, once the answer has ended. */
export async function firstWord({ url }: World, headers: Record<string, string>, content: string): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
  const { data } = (await (await post('/ai/threads', {})).json()) as { data: { id: string } };
  const began = performance.now();
  const answer = await post(`/ai/threads/${data.id}/messages`, { content });
  let first = Number.NaN;
  let heard = '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    heard += text;
    if (Number.isNaN(first) && heard.includes('event: delta')) first = performance.now() - began;
  }
  if (!heard.includes('event: done')) throw new Error(`The answer did not end: ${heard.slice(-500)}`);
  return first;
}
