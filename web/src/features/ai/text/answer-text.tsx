import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, memo, type ReactNode, useMemo } from 'react';
import classes from './answer-text.module.css';
import { splitCitations } from './split-citations.ts';

interface AnswerTextProps {
  content: string;
  /** The button of a citation; null: there is no such source. */
  renderCitation(number: number): ReactNode;
}

/**
 * The Markdown of an answer as elements: paragraphs, lists, tables, quotes and code. Text of a model or a document
 * never becomes a link, an image or HTML; it is shown as written.
 */
export const AnswerText = memo(function AnswerText({ content, renderCitation }: AnswerTextProps) {
  const tokens = useMemo(() => lexer(content, { gfm: true }), [content]);
  return <div className={classes.text}>{blocks(tokens, renderCitation)}</div>;
});

type Cite = AnswerTextProps['renderCitation'];

/** Keys are indexes: tokens have no ids, and they never move. */
function blocks(tokens: readonly Token[], cite: Cite): ReactNode {
  return tokens.map((token, index) => <Fragment key={keyOf(index)}>{block(token, cite)}</Fragment>);
}

const keyOf = (index: number) => `token ${index}`;

function block(token: Token, cite: Cite): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{inlines(token.tokens, cite)}</p>;
    case 'heading':
      return <p className={classes.heading}>{inlines(token.tokens, cite)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], cite)}</blockquote>;
    case 'list':
      return list(token as Tokens.List, cite);
    case 'table':
      return table(token as Tokens.Table, cite);
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>;
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? inlines(token.tokens, cite) : text(token.raw, cite);
    default:
      return <p>{text(token.raw, cite)}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List, cite: Cite): ReactNode {
  const children = items.map(({ tokens }, index) => <li key={keyOf(index)}>{blocks(tokens, cite)}</li>);
  return ordered ? <ol start={start === '' ? 1 : start}>{children}</ol> : <ul>{children}</ul>;
}

function table({ header, rows }: Tokens.Table, cite: Cite): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.table} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, index) => (
              <th key={keyOf(index)} scope="col">
                {inlines(tokens, cite)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(index)}>
              {row.map(({ tokens }, column) => (
                <td key={keyOf(column)}>{inlines(tokens, cite)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inlines(tokens: readonly Token[] | undefined, cite: Cite): ReactNode {
  return tokens?.map((token, index) => <Fragment key={keyOf(index)}>{inline(token, cite)}</Fragment>);
}

function inline(token: Token, cite: Cite): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens, cite)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens, cite)}</em>;
    case 'del':
      return <s>{inlines(token.tokens, cite)}</s>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return token.tokens ? inlines(token.tokens, cite) : text(token.raw, cite);
    // Links, images and HTML: as they were written.
    default:
      return text(token.raw, cite);
  }
}

function text(raw: string, cite: Cite): ReactNode {
  return splitCitations(raw).map((piece, index) => {
    if (piece.as === 'text') return piece.text;
    if (piece.as === 'citation') return <Fragment key={keyOf(index)}>{cite(piece.number)}</Fragment>;
    return (
      <span key={keyOf(index)} className={classes.unsupported}>
        No source found
      </span>
    );
  });
}
