export function withProgress<T>(
  text: string,
  work: () => Promise<T>,
  output?: { isTTY?: boolean; write(text: string): unknown },
): Promise<T>;
