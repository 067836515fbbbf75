/** Files of the PDF library that only some documents need. This page may not load anything, so the app loads them. */
const waiting = new Map<string, { promise: Promise<Uint8Array>; answer(bytes: ArrayBuffer | null): void }>();

export function libraryData(name: string): Promise<Uint8Array> {
  const asked = waiting.get(name);
  if (asked) return asked.promise;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const answer = (bytes: ArrayBuffer | null) =>
    bytes ? resolve(new Uint8Array(bytes)) : reject(new Error(`There is no ${name}`));
  waiting.set(name, { promise, answer });
  parent.postMessage({ type: 'data', name }, '*');
  return promise;
}

export function answerData(name: string, bytes: ArrayBuffer | null): void {
  waiting.get(name)?.answer(bytes);
}
