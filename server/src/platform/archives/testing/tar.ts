interface Item {
  name: string;
  bytes?: string | Buffer;
  /** As in a header; '0' is a file. */
  type?: string;
  /** Used instead of the number of bytes. */
  size?: number;
}

/** A tar with these items, one after another. */
export const tarOf = (items: readonly Item[]): Buffer =>
  Buffer.concat([
    ...items.flatMap((item) => [headerOf(item), padded(Buffer.from(item.bytes ?? ''))]),
    Buffer.alloc(1024),
  ]);

/** Attributes of the item that follows. */
export function attributesItem(values: Record<string, string>): Item {
  const lines = Object.entries(values).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const length = rest + String(rest + 2).length;
    return `${length} ${key}=${value}\n`;
  });
  return { name: 'attributes', type: 'x', bytes: lines.join('') };
}

function headerOf({ name, bytes = '', type = '0', size = Buffer.byteLength(bytes) }: Item): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${(1_767_225_600).toString(8).padStart(11, '0')}\0`, 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
