/** Why a file cannot be shown, in a sentence for the person who opens it. */
export class Problem extends Error {
  override name = 'Problem';
}

/** Any error a parser throws means that the file is damaged. */
export function problemOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  const first = reason.split('\n')[0]!.trim().slice(0, 160).replace(/\.$/, '');
  return first ? `This file is damaged: ${first}.` : 'This file is damaged.';
}
