import type { MailBlock, MailContent } from './content.ts';

/** The plain-text twin. Lines are not folded: mail programs do that, and a folded link is a broken one. */
export function composeText({ heading, blocks, footer }: MailContent): string {
  // '-- ' on a line of its own is how mail programs know a footer.
  return `${[heading, ...blocks.map(asText)].join('\n\n')}\n\n-- \nSheaf\n${footer}\n`;
}

function asText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
  }
}
