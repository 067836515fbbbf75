/** Text in Slack’s storage format: three characters are escaped, and no others. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const token =
  /<(?:@[UW]\w+|#C\w+\|?[^<>|]*|!(?:here|channel|everyone)|!subteam\^S\w+(?:\|[^<>|]*)?|!date\^\d+\^[^<>|]+\|[^<>|]*|(?:https?|mailto|tel):[^<>|\s]+(?:\|[^<>|]+)?)>/g;

/** Rejects text that Slack never delivers: a loose <, >, or an & that escapes nothing. */
export function checkText(text: string): string {
  const rest = text.replace(token, '');
  const loose = /[<>]|&(?!amp;|lt;|gt;)/.exec(rest);
  if (loose) throw new Error(`${JSON.stringify(text)} is not escaped as Slack does it: ${loose[0]}`);
  return text;
}
