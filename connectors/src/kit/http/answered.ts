import { ConnectorError } from '../errors.ts';

/**
 * The answer, if it has the field that every such answer has. One without it comes from something in between, such as a
 * proxy, and must not pass for an empty list or a missing item.
 */
export function answered<Answer extends object>(answer: Answer, field: keyof Answer, service: string): Answer {
  if (answer[field] === undefined || answer[field] === null)
    throw new ConnectorError('unavailable', `${service} answers without what was asked for`);
  return answer;
}
