type Props<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'style'>> & {
  style?: string;
  aria?: Record<string, string>;
};

/** Creates an element with properties and children. Strings become text, never HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<K> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { style, aria, ...rest } = props;
  Object.assign(element, rest);
  if (style) element.style.cssText = style;
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  element.append(...children);
  return element;
}

/** A line above the file that mentions what is not shown. */
export const note = (text: string): HTMLElement => el('p', { className: 'note', role: 'note' }, text);

export function button(label: string, sign: string, onclick: () => void): HTMLButtonElement {
  return el('button', { type: 'button', title: label, onclick, aria: { label } }, sign);
}
