import { ConnectorError } from '../errors.ts';

/**
 * Returns the answer if it has the field that every such answer has. An answer without it comes from an intermediary
 * such as a proxy, and must not count as an empty list or a missing item.
 */
export function answered<Answer extends object>(answer: Answer, field: keyof Answer, service: string): Answer {
  if (answer[field] === undefined || answer[field] === null)
    throw new ConnectorError('unavailable', `${service} answers without what was asked for`);
  return answer;
}
