import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A step of a model’s answer. */
export type ModelStep =
  | { text: string }
  /** Calls its search tool, which ends this answer; the next script is the answer to the result. */
  | { search: string }
  /** Waits for this before it continues. */
  | { until: Promise<unknown> }
  /** The connection breaks off. */
  | { cut: true }
  /** Repeats the same text as long as the client listens. */
  | { endless: string };

/** One answer: its steps, or a refusal with this status. */
export type ModelScript = readonly ModelStep[] | { status: number; retryAfter?: number };

export interface ModelsSandbox {
  /** Speaks OpenAI's chat completions. */
  openaiUrl: string;
  /** Speaks Anthropic's messages. */
  anthropicUrl: string;
  /** The requests as they were received. */
  readonly asked: Record<string, unknown>[];
  /** The number of answers being written. */
  open(): number;
  /** Sets the next answers and drops the remaining ones; without a script it answers that it has nothing to say. */
  say(...scripts: ModelScript[]): void;
  stop(): Promise<void>;
}

/** Models with scripted answers, over the protocols of real ones. */
export async function startModels(): Promise<ModelsSandbox> {
  const asked: Record<string, unknown>[] = [];
  let scripts: ModelScript[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(await bodyOf(request)));
    const dialect = request.url?.startsWith('/anthropic/') ? anthropic : openai;
    const script = scripts.shift() ?? [{ text: 'I have nothing to say.' }];
    if ('status' in script) return refuse(response, script);
    open += 1;
    response.once('close', () => (open -= 1));
    await speak(response, dialect, script);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    openaiUrl: `http://127.0.0.1:${port}/openai/v1`,
    anthropicUrl: `http://127.0.0.1:${port}/anthropic/v1`,
    asked,
    open: () => open,
    say: (...next) => {
      scripts = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

function refuse(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter?: number }): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  // Some providers send this wait; without it, a client would wait for seconds.
  else response.setHeader('retry-after-ms', 20);
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(json({ type: 'error', error: { type: 'error', message: 'Refused.' } }));
}

interface Dialect {
  begin(): string;
  text(text: string): string;
  search(query: string): string;
  end(calledTool: boolean): string;
}

async function speak(response: ServerResponse, dialect: Dialect, steps: readonly ModelStep[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(dialect.begin());
  for (const step of steps) {
    if ('until' in step) await step.until;
    else if ('cut' in step) {
      response.socket?.destroySoon();
      return;
    } else if ('search' in step) {
      response.end(dialect.search(step.search) + dialect.end(true));
      return;
    } else if ('text' in step) response.write(dialect.text(step.text));
    else
      while (!response.destroyed) {
        response.write(dialect.text(step.endless));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
  }
  response.end(dialect.end(false));
}

const json = (value: unknown): string => JSON.stringify(value);

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${json({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const openai: Dialect = {
  begin: () => chunk({ role: 'assistant', content: '' }),
  text: (content) => chunk({ content }),
  search: (query) =>
    chunk({
      tool_calls: [
        { index: 0, id: 'call_1', type: 'function', function: { name: 'search', arguments: json({ query }) } },
      ],
    }),
  end: (calledTool) => `${chunk({}, calledTool ? 'tool_calls' : 'stop')}data: [DONE]\n\n`,
};

const event = (type: string, fields: object): string => `event: ${type}\ndata: ${json({ type, ...fields })}\n\n`;
const usage = { input_tokens: 1, output_tokens: 1 };

const anthropic: Dialect = {
  begin: () =>
    event('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'scripted',
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  text: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  search: (query) =>
    event('content_block_stop', { index: 0 }) +
    event('content_block_start', {
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} },
    }) +
    event('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: json({ query }) } }),
  end: (calledTool) =>
    event('content_block_stop', { index: calledTool ? 1 : 0 }) +
    event('message_delta', {
      delta: { stop_reason: calledTool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage,
    }) +
    event('message_stop', {}),
};
