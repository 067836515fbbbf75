import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { ConnectorError } from '../kit/errors.ts';

const [QUOTE, BACKSLASH, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\:{}[]'].map((one) => one.charCodeAt(0));
const maxKeyLength = 32;

/**
 * The bytes of one base64url field at the top of a JSON object, decoded as they arrive. Gmail returns attachments and
 * raw mail only inside JSON, up to 50 MB of it.
 */
export function base64Field(json: Readable, field: string): Readable {
  const decoded = new Base64Field(field);
  // Errors of either side end both; the reader of the decoded bytes gets them.
  pipeline(json, decoded, () => {});
  return decoded;
}

class Base64Field extends Transform {
  readonly #field: string;
  #state: 'outside' | 'string' | 'value' | 'done' = 'outside';
  #depth = 0;
  #text = '';
  #isEscaped = false;
  /** The key of the field was just read. */
  #isNext = false;
  /** Up to three characters that wait for a fourth. */
  #rest = '';
  /** Set by padding, or an escape, which can only be padding: only the end may follow. */
  #isPadded = false;

  constructor(field: string) {
    super();
    this.#field = field;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length && this.#state !== 'done')
      at = this.#state === 'value' ? this.#value(chunk, at) : this.#scan(chunk, at);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#state === 'done') {
      done();
      return;
    }
    const problem = this.#state === 'value' ? 'was cut off' : `has no ${this.#field}`;
    done(new ConnectorError('corrupt', `An answer of Gmail ${problem}`));
  }

  #value(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE!, from);
    const end = quote === -1 ? chunk.length : quote;
    this.#decode(chunk.toString('latin1', from, end));
    if (quote === -1) return end;
    if (this.#rest !== '') this.push(Buffer.from(this.#rest, 'base64'));
    this.#state = 'done';
    return end + 1;
  }

  #decode(piece: string): void {
    if (this.#isPadded) return;
    const padding = piece.search(/[=\\]/);
    this.#isPadded = padding !== -1;
    const text = this.#rest + (padding === -1 ? piece : piece.slice(0, padding));
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    if (whole > 0) this.push(Buffer.from(text.slice(0, whole), 'base64'));
  }

  /** Handles one byte outside the value. */
  #scan(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    if (this.#state === 'string') {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#state = 'outside';
      else if (this.#text.length < maxKeyLength) this.#text += String.fromCharCode(byte);
    } else if (byte === QUOTE) {
      this.#state = this.#isNext && this.#depth === 1 ? 'value' : 'string';
      this.#text = '';
      this.#isNext = false;
    } else if (byte === COLON) this.#isNext = this.#text === this.#field;
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) this.#depth -= 1;
    return at + 1;
  }
}
