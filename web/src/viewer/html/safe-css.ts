/**
 * Functions that only compute a value or select an element. Any other function may load something, now or in future
 * browsers.
 */
const harmless = new Set(
  `calc min max clamp round mod rem abs sign sin cos tan pow sqrt hypot log exp var env
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  -webkit-linear-gradient -webkit-radial-gradient -webkit-gradient -moz-linear-gradient -o-linear-gradient from to color-stop
  translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley scalez
  scale3d skew skewx skewy matrix matrix3d perspective cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia alpha
  circle ellipse inset polygon rect xywh repeat minmax fit-content counter counters
  not is where has matches nth-child nth-last-child nth-of-type nth-last-of-type lang dir selector style
  -webkit-any -moz-any format local tech`.split(/\s+/),
);

const harmlessRules = new Set(
  'media supports keyframes -webkit-keyframes -moz-keyframes font-face page layer container property charset'.split(
    ' ',
  ),
);

/** A prefix that makes names unknown to browsers, so that they skip the declaration or the rule. */
const refused = 'refused-';

export interface SafeCss {
  css: string;
  /** A picture of another site was removed. */
  blocked: boolean;
}

/**
 * Returns CSS that loads nothing, or with `remote` only pictures of other sites. It is checked as browsers read it, not
 * as it is written: `u\72l(…)` is `url(…)`. Harmless CSS stays unchanged.
 */
export function safeCss(css: string, remote: boolean): SafeCss {
  const read = decoded(css);
  let blocked = false;
  const judged = read
    .replace(/url\(\s*("[^"]*"|'[^']*'|[^"')]*)\s*\)/gi, (whole, value: string) => {
      const address = value.replace(/^["']|["']$/g, '').trim();
      // Without its parentheses, the address can’t look like a function below.
      if (/^(data:image\/|blob:|#)/i.test(address) || (remote && isRemote(address))) return kept(whole);
      blocked ||= isRemote(address);
      return 'none';
    })
    .replace(/([-\w\u0080-\uffff]+)\(/g, (whole, name: string) => {
      if (harmless.has(name.toLowerCase())) return whole;
      blocked ||= loading.test(name);
      return `${refused}${whole}`;
    })
    .replace(/@([-\w\u0080-\uffff]+)/g, (whole, name: string) => {
      if (harmlessRules.has(name.toLowerCase())) return whole;
      blocked ||= /^import$/i.test(name);
      return `@${refused}${name}`;
    })
    .replaceAll(open, '(');
  // Decoded text must not be decoded again, nor end its element.
  return judged === read ? { css, blocked } : { css: judged.replace(/[\\<]/g, ''), blocked };
}

const loading = /^(url|src|image|image-set|-webkit-image-set|cross-fade|-webkit-cross-fade|element|-moz-element)$/i;

/** Replaces a parenthesis that was checked: no CSS contains it, since browsers read U+0000 as another character. */
const open = '\0';
const kept = (call: string): string => call.replaceAll('(', open);

/** The CSS as browsers read it: without escapes. */
const decoded = (css: string): string =>
  css
    .replaceAll('\0', '\ufffd')
    .replace(/\\(?:([\da-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\s\S]))/gi, (_, hex?: string, other = '') =>
      hex === undefined ? (/[\r\n\f]/.test(other) ? '' : other) : character(Number.parseInt(hex, 16)),
    );

const character = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);

/**
 * Whether browsers load the address from another site. They skip line breaks in addresses, and read `http:\\x` as
 * `http://x`.
 */
export const isRemote = (address: string): boolean =>
  !/^\s*(data|blob|cid):\S*\s*$/i.test(address) &&
  [address, address.replace(/[\t\r\n]/g, '')].some((text) => /(^|[\s,])(https?:|[\\/]{2})/i.test(text));
