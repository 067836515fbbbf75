import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Faults } from '../../shared/faults.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { GoogleError } from '../errors.ts';

const maxParts = 100;
const maxBytes = 1024 * 1024;

/**
 * POST /batch/gmail/v1: up to 100 calls as multipart/mixed, each answered by itself. Each costs what it would cost alone;
 * faults that tests request reach them as well.
 */
export async function answerBatch(
  req: SandboxRequest,
  faults: Faults,
  answer: (part: SandboxRequest) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const boundary = /^multipart\/mixed;.*boundary="?([^";]+)"?/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new GoogleError('invalidArgument', 'The batch has to be multipart/mixed.');
  const text = (await req.body(maxBytes)).toString();
  const parts = text.split(`--${boundary}`).slice(1, -1);
  if (parts.length === 0 || !text.includes(`--${boundary}--`))
    throw new GoogleError('invalidArgument', 'Failed to parse batch request.');
  if (parts.length > maxParts)
    throw new GoogleError('invalidArgument', `The batch has more than the allowed ${maxParts} calls.`);
  const answers = await Promise.all(parts.map((part) => answerPart(req, part, faults, answer)));
  const mark = `batch_${randomUUID()}`;
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${mark}` },
    body: `${answers.map((one) => `--${mark}\r\n${one}\r\n`).join('')}--${mark}--\r\n`,
  };
}

/** The part's own headers, then a request as HTTP writes it. */
async function answerPart(
  req: SandboxRequest,
  part: string,
  faults: Faults,
  answer: (part: SandboxRequest) => Promise<SandboxResponse>,
): Promise<string> {
  const [outside = '', inside = '', ...body] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/);
  const [line = '', ...headers] = inside.split(/\r?\n/);
  const [, method, target = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)/.exec(line) ?? [];
  if (method === undefined || headersOf(outside.split(/\r?\n/))['content-type'] !== 'application/http')
    throw new GoogleError('invalidArgument', 'Failed to parse batch request.');
  const [path = '', ...query] = target.split('?');
  const {
    status,
    headers: sent = {},
    body: content = '',
  } = await answer({
    method,
    path,
    query: new URLSearchParams(query.join('?')),
    headers: { authorization: req.headers.authorization, ...headersOf(headers) },
    incoming: req.incoming,
    body: async () => Buffer.from(body.join('\r\n\r\n').trim()),
    fault: faults.next(method, path),
  });
  const id = /^content-id:\s*<?([^>\r\n]*)/im.exec(outside)?.[1];
  const bytes = typeof content === 'string' ? content : textOf(content);
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return [
    'Content-Type: application/http\r\n',
    id === undefined ? '' : `Content-ID: <response-${id}>\r\n`,
    `\r\nHTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`,
    ...lines,
    `Content-Length: ${Buffer.byteLength(bytes)}\r\n\r\n${bytes}`,
  ].join('');
}

const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]];
    }),
  );

const textOf = (body: Uint8Array | Iterable<Uint8Array>) =>
  Buffer.concat(body instanceof Uint8Array ? [body] : [...body]).toString();
