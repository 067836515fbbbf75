import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtml } from './mrkdwn.ts';

const names = {
  user: (id: string) => (id === 'U1' ? 'Ada <Lindqvist>' : 'Unknown user'),
  channel: () => 'general',
  group: () => 'site-team',
};
const html = (text: string) => toHtml(text, names);

describe('text of Slack', () => {
  it.each([
    ['words', '<p>words</p>'],
    ['a &lt; b &amp;&amp; c &gt; d', '<p>a &#60; b &#38;&#38; c &#62; d</p>'],
    ['&amp;lt; stays', '<p>&#38;lt; stays</p>'],
    ['*bold*, _italic_ and ~struck~', '<p><strong>bold</strong>, <em>italic</em> and <s>struck</s></p>'],
    ['_*both*_', '<p><em><strong>both</strong></em></p>'],
    ['2*3*4 and snake_case_name', '<p>2*3*4 and snake_case_name</p>'],
    ['one\ntwo\n\nthree', '<p>one<br>two<br><br>three</p>'],
    [
      '<@U1> and <@U1|ada>',
      '<p><strong>@Ada &#60;Lindqvist&#62;</strong> and <strong>@Ada &#60;Lindqvist&#62;</strong></p>',
    ],
    ['<#C1|harbour> and <#C1>', '<p><strong>#harbour</strong> and <strong>#general</strong></p>'],
    [
      '<!here> <!subteam^S1> <!subteam^S1|@team>',
      '<p><strong>@here</strong> <strong>@site-team</strong> <strong>@team</strong></p>',
    ],
    ['<!date^1392734382^{date}|February 18, 2014>', '<p><strong>February 18, 2014</strong></p>'],
    ['<https://a.example/?x=1&amp;y=2|a page>', '<p><a href="https://a.example/?x=1&#38;y=2">a page</a></p>'],
    ['<mailto:ada@example.com>', '<p><a href="mailto:ada@example.com">ada@example.com</a></p>'],
    ['*<https://a.example|bold link>*', '<p><strong><a href="https://a.example">bold link</a></strong></p>'],
    ['`*code* &lt;b&gt;`', '<p><code>*code* &#60;b&#62;</code></p>'],
    [
      'before ```\nif (a &lt; b)\n  *go*\n``` after',
      '<p>before </p><pre><code>if (a &#60; b)\n  *go*</code></pre><p> after</p>',
    ],
    ['no end ```of code', '<p>no end ```of code</p>'],
    ['&gt; quoted\n&gt; twice\nsaid', '<blockquote>quoted<br>twice</blockquote><p>said</p>'],
    ['&gt;&gt;&gt; all\nthe rest', '<blockquote>all<br>the rest</blockquote>'],
    [':wave: :our_own: :tada:', '<p>👋 :our_own: 🎉</p>'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['<javascript:alert(1)|click>', '<p>click</p>'],
    ['<https://a.example/" onclick="x|y>', '<p><a href="https://a.example/&#34; onclick=&#34;x">y</a></p>'],
    ['<script>alert(1)</script>', '<p>scriptalert(1)/script</p>'],
    ['a < b <img src=x', '<p>a &#60; b &#60;img src=x</p>'],
    ['\uE0000\uE001', '<p>0</p>'],
  ])('that is hostile runs nothing: %s', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('never becomes a tag or an attribute that is not ours', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '```',
      '*',
      '_',
      '~',
      '|',
      '\n',
      ' ',
      'a',
      '<@U1>',
      '<http://x|',
      '&gt;',
      '\uE000',
      '1',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const rest = html(parts.join('')).replace(
          /<\/?(?:p|br|strong|em|s|a|code|pre|blockquote)(?: href="(?:https?|mailto|tel):[^"]*")?>/g,
          '',
        );
        expect(rest).not.toMatch(/[<>"]/);
      }),
    );
  });
});
