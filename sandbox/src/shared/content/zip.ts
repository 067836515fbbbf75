import { strToU8, zipSync } from 'fflate';

/** The date is fixed, so the same entries give the same bytes. */
const mtime = new Date(2024, 0, 1);

export function zip(entries: Record<string, string | Buffer>): Buffer {
  const files = Object.entries(entries).map(([name, data]) => {
    const bytes = typeof data === 'string' ? strToU8(data) : data;
    // Large entries aren’t compressed.
    return [name, [bytes, { level: bytes.length > 1024 * 1024 ? 0 : 6 }]] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(files) as Parameters<typeof zipSync>[0], { mtime }));
}
