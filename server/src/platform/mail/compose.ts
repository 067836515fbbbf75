import { plainDirection } from '@sheaf/contract';
import { composeHtml } from './compose-html.ts';
import { composeText } from './compose-text.ts';
import type { MailContent } from './content.ts';
import { assertOneLine } from './message.ts';

/** Both forms of one mail: HTML, and a plain text that reads well on its own. */
export function composeMail(content: MailContent): { subject: string; html: string; text: string } {
  assertOneLine('subject', content.subject);
  for (const block of content.blocks) {
    if (block.kind === 'button' && !/^https?:$/.test(URL.parse(block.url)?.protocol ?? '')) {
      throw new TypeError(`A button in a mail leads to an http or https address, not to ${block.url}`);
    }
  }
  // All three contain names of files and people.
  const texts = { subject: content.subject, html: composeHtml(content), text: composeText(content) };
  return {
    subject: plainDirection(texts.subject),
    html: plainDirection(texts.html),
    text: plainDirection(texts.text),
  };
}
