/**
 * Removes event handlers and `<base>` from the text of a page before anything parses it. Browsers check both against
 * the page’s policy already while parsing, even in a document that is never shown, and report each as a blocked attack.
 * This does not make the page safe to show; the sanitizer does so afterwards.
 */
export function withoutHandlers(html: string): string {
  let result = '';
  let at = 0;
  for (const start of html.matchAll(/<[a-z][^\s/>]*/gi)) {
    // Part of a tag that was already read.
    if (start.index < at) continue;
    const tag = readTag(html, start.index, start[0]);
    result += html.slice(at, start.index) + tag.kept;
    at = tag.end;
  }
  return result + html.slice(at);
}

/** An attribute as browsers parse it: a name, and a value in quotes or up to the next space. */
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>)))?/y;

function readTag(html: string, start: number, opening: string): { kept: string; end: number } {
  let kept = opening;
  let at = start + opening.length;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (!found) break;
    if (!/^on/i.test(found[1]!)) kept += found[0];
    at = attribute.lastIndex;
  }
  const isBase = /^<base$/i.test(opening);
  const close = html.slice(at).match(/^[\s/]*>?/)![0];
  return { kept: isBase ? '' : kept + close, end: at + close.length };
}
