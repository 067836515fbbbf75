/** A tagged union of Stone, the language Dropbox describes its API in. */
export type Tagged = { '.tag': string } & Record<string, unknown>;

/** Thrown anywhere below the server, which answers it as Dropbox would. */
export class DropboxError extends Error {
  override name = 'DropboxError';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;

  constructor(status: number, body: string | object, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    this.headers = { 'content-type': type, ...headers };
    this.body = this.message;
  }
}

/** 400 for invalid input, which Dropbox sends as plain text. */
export function badInput(route: string, what: string): DropboxError {
  return new DropboxError(400, `Error in call to API function "${route}": ${what}`);
}

/** 401, 409 and others: a tagged union and its summary. */
export function refusal(status: number, error: Tagged, headers?: Record<string, string>): DropboxError {
  return new DropboxError(status, { error_summary: `${summary(error)}...`, error }, headers);
}

/** 409, an error of the endpoint: 'path/conflict/file' is { '.tag': 'path', path: { '.tag': 'conflict', … } }. */
export function endpointError(path: string): DropboxError {
  return refusal(409, tagged(path));
}

export function rateLimited(reason: string, retryAfter: number): DropboxError {
  const error = { reason: { '.tag': reason }, retry_after: retryAfter };
  const headers = { 'retry-after': String(retryAfter) };
  return new DropboxError(429, { error_summary: `${reason}/...`, error }, headers);
}

export function tagged(path: string): Tagged {
  const [tag = 'other', ...rest] = path.split('/');
  return rest.length === 0 ? { '.tag': tag } : { '.tag': tag, [tag]: tagged(rest.join('/')) };
}

/** The tags from the outermost to the innermost, as in Dropbox’s `error_summary`. */
function summary(error: Tagged): string {
  const tag = error['.tag'];
  const inner = [error[tag], error.reason].find(isTagged);
  return `${tag}/${inner ? summary(inner) : ''}`;
}

const isTagged = (value: unknown): value is Tagged => typeof value === 'object' && value !== null && '.tag' in value;
