/** Undoes a Content-Transfer-Encoding piece by piece. Broken input never throws: unreadable parts are left out. */
export interface TransferDecoder {
  decode(bytes: Buffer): Buffer;
  /** Returns the bytes that were held back until more would come. */
  end(): Buffer;
}

export function transferDecoder(encoding: string | undefined): TransferDecoder {
  switch (encoding?.trim().toLowerCase()) {
    case 'base64':
      return base64();
    case 'quoted-printable':
      return quotedPrintable();
    default:
      return { decode: (bytes) => bytes, end: () => Buffer.alloc(0) };
  }
}

export function decodeTransfer(bytes: Buffer, encoding: string | undefined): Buffer {
  const decoder = transferDecoder(encoding);
  return Buffer.concat([decoder.decode(bytes), decoder.end()]);
}

function base64(): TransferDecoder {
  let rest = '';
  return {
    decode(bytes) {
      const text = rest + bytes.toString('latin1').replace(/[^A-Za-z0-9+/]+/g, '');
      const end = text.length - (text.length % 4);
      rest = text.slice(end);
      return Buffer.from(text.slice(0, end), 'base64');
    },
    end: () => Buffer.from(rest, 'base64'),
  };
}

const [EQUALS, CR, LF, SPACE, TAB] = [0x3d, 0x0d, 0x0a, 0x20, 0x09];

function quotedPrintable(): TransferDecoder {
  let rest: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, isLast: boolean): Buffer {
    const input = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const output = Buffer.allocUnsafe(input.length);
    let to = 0;
    let at = 0;
    for (; at < input.length; at++) {
      const equals = input.indexOf(EQUALS, at);
      const plain = equals < 0 ? input.length : equals;
      to += input.copy(output, to, at, plain);
      at = plain;
      if (at === input.length) break;
      let end = at + 1;
      while (input[end] === SPACE || input[end] === TAB) end++;
      if (input[end] === CR) end++;
      // “=” may be followed by two digits, or by blanks and the end of the line, which may arrive later.
      if (!isLast && (end >= input.length || at + 2 >= input.length) && end - at < 1000) break;
      const value = hexadecimal(input[at + 1], input[at + 2]);
      if (input[end] === LF || (isLast && end >= input.length)) at = end;
      else if (value !== null) {
        output[to++] = value;
        at += 2;
      } else output[to++] = EQUALS;
    }
    rest = Buffer.from(input.subarray(Math.min(at, input.length)));
    return output.subarray(0, to);
  }

  return { decode: (bytes) => decode(bytes, false), end: () => decode(Buffer.alloc(0), true) };
}

function hexadecimal(first: number | undefined, second: number | undefined): number | null {
  const text = String.fromCharCode(first ?? 0, second ?? 0);
  return /^[0-9a-f]{2}$/i.test(text) ? Number.parseInt(text, 16) : null;
}
