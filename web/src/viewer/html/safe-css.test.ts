import { expect, it } from 'vitest';
import { isRemote, safeCss } from './safe-css.ts';

const pixel = 'https://spy.example/1.gif';

it('removes what styles load from elsewhere, and keeps the rest', () => {
  const style = `color:red; background: #fff url('${pixel}') no-repeat; @import '//spy.example/x.css'; top:1px`;
  expect(safeCss(style, false)).toEqual({
    css: "color:red; background: #fff none no-repeat; @refused-import '//spy.example/x.css'; top:1px",
    blocked: true,
  });
});

it.each([
  `background: u\\72l(${pixel})`,
  `background: \\75\\72\\6c(${pixel})`,
  `background: \\000075 rl("${pixel}")`,
  `background: UR\\4c\n(${pixel})`,
  `background: url(\\68ttps://spy.example/1.gif)`,
  `background: url(\\2f\\2f spy.example/1.gif)`,
  'background: url(http:\\\\spy.example)',
  `background: url( "${pixel}" )`,
  `background: url("${pixel}`,
  `background: url(/**/${pixel})`,
  `background: image-set("${pixel}" 1x)`,
  `background: -webkit-image-set(url(${pixel}) 1x)`,
  `background: i\\6d age-set("${pixel}" 1x)`,
  `background: cross-fade(url(${pixel}), red)`,
  `background: -webkit-cross-fade(url(${pixel}), url(${pixel}), 50%)`,
  `background: image("${pixel}")`,
  `background: src("${pixel}")`,
  `background: element(#form)`,
  `background: paint(spy)`,
  `content: "\\22; background: url(${pixel}) \\22"`,
  `--spy: url(${pixel})`,
  `background: \\5c 75rl(${pixel}); x: url(${pixel})`,
  `@\\69mport "${pixel}"`,
  `@im\\70 ort url(${pixel})`,
  `@IMPORT '${pixel}';`,
  `@namespace "${pixel}";`,
  `@font-face { font-family: spy; src: url(${pixel}) }`,
  `@document url-prefix("") { p { color: red } }`,
])('%j loads nothing', (style) => {
  const { css } = safeCss(style, false);
  expect(css).not.toContain('\\');
  expect(css).not.toMatch(/(?<!refused-[-\w]*)\b(url|image-set|cross-fade|image|src|element|paint)\(/i);
  expect(css).not.toMatch(/@(?!refused-|font-face)/);
});

it('never creates an escape or a closing tag by what it removes', () => {
  const { css } = safeCss(`a: src(x); b: \\5c 75 rl(${pixel}); c: "\\3c/style>"`, false);
  expect(css).not.toMatch(/[\\<]/);
});

it.each([
  'color: rgb(1 2 3 / 40%); width: calc(100% - var(--gap)); transform: translateX(3px) rotate(4deg)',
  'background: linear-gradient(90deg, #fff, rgba(0,0,0,.5)), url(data:image/png;base64,AA(=)',
  "background: url('data:image/svg+xml,%3Csvg onload=(1)%3E')",
  'fill: url(#gradient)',
  '@media screen and (max-width: 600px) { .sm\\:p-4:not(:first-child) { padding: 1px } }',
  '@keyframes spin { from { top: 0 } to { top: 1px } } @supports (display: grid) { p { color: red } }',
  'q::before { content: "\\201C" }',
  '/* a comment */ p:nth-child(2n+1) > a:hover { color: red }',
])('%j stays as it is', (style) => {
  expect(safeCss(style, false)).toEqual({ css: style, blocked: false });
});

it('allows only images of other sites once the person permits them', () => {
  const picture = `background: url(${pixel})`;
  expect(safeCss(picture, true)).toEqual({ css: picture, blocked: false });
  expect(safeCss(`${picture}; b: image-set("${pixel}" 1x)`, true).css).toBe(
    `${picture}; b: refused-image-set("${pixel}" 1x)`,
  );
  expect(safeCss(`@import url(${pixel})`, true).css).toBe(`@refused-import url(${pixel})`);
});

it.each([
  ['https://spy.example', true],
  ['//spy.example', true],
  ['\\\\spy.example', true],
  ['http:\\\\spy.example', true],
  ['https:spy.example', true],
  ['ht\ntps://spy.example', true],
  ['/\t/spy.example', true],
  ['a.png 1x, https://spy.example 2x', true],
  ['data:image/png;base64,//8=', false],
  ['cid:logo', false],
  ['#top', false],
])('decides whether %j is at another site: %s', (address, expected) => {
  expect(isRemote(address)).toBe(expected);
});
