import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AnswerText } from './answer-text.tsx';

const render = (content: string) =>
  renderToStaticMarkup(
    <AnswerText content={content} renderCitation={(number) => <button type="button">{number}</button>} />,
  )
    .replaceAll(/ (?:class|tabindex|aria-label|scope)="[^"]*"/g, '')
    .replace(/^<div>(.*)<\/div>$/s, '$1');

it.each([
  ['**Lease.pdf** [1]', '<p><strong>Lease.pdf</strong> <button type="button">1</button></p>'],
  ['> It is due. [2]', '<blockquote><p>It is due. <button type="button">2</button></p></blockquote>'],
  ['- one\n- `two`', '<ul><li>one</li><li><code>two</code></li></ul>'],
  ['3. three', '<ol start="3"><li>three</li></ol>'],
  [
    '| Name | Sum |\n|---|---|\n| A \\| B | 2 [1] |',
    '<section><table><thead><tr><th>Name</th><th>Sum</th></tr></thead><tbody><tr><td>A | B</td><td>2 <button type="button">1</button></td></tr></tbody></table></section>',
  ],
  ['It is blue. [unsupported]', '<p>It is blue. <span>No source found</span></p>'],
  ['A\\*B\\_C &amp; D < E', '<p>A*B_C &amp;amp; D &lt; E</p>'],
])('shows %j', (content, html) => {
  expect(render(content)).toBe(html);
});

it.each([
  '[click](https://evil.example)',
  '![picture](https://evil.example/x.png)',
  '<https://evil.example> https://evil.example',
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a> and <b>bold</b>',
  '[1]: https://evil.example\n\nSee [1] and [x][1].',
  '| <img src=x> | [a](b) |\n|---|---|\n| ![](c) | <i>d</i> |',
])('renders no link, image or HTML from %j', (content) => {
  expect(render(content)).not.toMatch(/<(?:a|img|script|b|i)\b/);
});
