import type { ElementStyle } from './messages.ts';

/** The properties that a page may set, and the CSS variables that they set. */
const properties: Record<string, string> = {
  color: '--color',
  fontFamily: '--font-family',
  fontSize: '--font-size',
  fontWeight: '--font-weight',
  letterSpacing: '--letter-spacing',
  lineHeight: '--line-height',
};

/**
 * Fields look like those of the page around them: its style arrives as options, because its style sheets don’t apply
 * here.
 */
export function applyStyle({ base = {}, invalid = {} }: ElementStyle): void {
  const root = document.documentElement.style;
  const set = (variable: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') root.setProperty(variable, String(value));
  };
  for (const [name, variable] of Object.entries(properties)) set(variable, base[name]);
  set('--placeholder', (base['::placeholder'] as Record<string, unknown> | undefined)?.color);
  set('--invalid', invalid.color);
}
