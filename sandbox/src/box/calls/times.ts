import { BoxError } from '../errors.ts';

/** Box stores whole seconds. */
export function timeOf(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isTime) throw new BoxError('bad_request', `${text} is not a time`);
  return Math.floor(Date.parse(text) / 1000) * 1000;
}
