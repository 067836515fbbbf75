/**
 * The range of `size` bytes in a Range header, both ends included. Null means everything: the header is missing,
 * invalid, or has several ranges.
 */
export function byteRange(
  value: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(value ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return null;
  const [, first = '', last = ''] = parts;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
