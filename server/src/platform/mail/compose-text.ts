import type { MailBlock, MailContent } from './content.ts';

/** The plain-text version. Lines are not folded: mail programs do that, and a folded link is broken. */
export function composeText({ heading, blocks, footer }: MailContent): string {
  // Mail programs recognize a footer by '-- ' on a line of its own.
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
