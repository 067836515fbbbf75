import DOMPurify from 'dompurify';
import { isRemote, safeCss } from './safe-css.ts';
import { withoutHandlers } from './without-handlers.ts';

const forms = ['form', 'input', 'button', 'textarea', 'select', 'option', 'dialog'];
const players = ['audio', 'video', 'source', 'track', 'picture'];

/**
 * Removes scripts, forms and embedded content from foreign HTML. Remote images reveal to their sender who reads the
 * mail and when, so they are removed until the person allows them.
 */
export function clean(html: string, images: boolean): { content: DocumentFragment; blocked: boolean } {
  const purify = DOMPurify(window);
  let blocked = false;
  const block = (value: string) => {
    const safe = safeCss(value, images);
    blocked ||= safe.blocked;
    return safe.css;
  };
  purify.addHook('uponSanitizeAttribute', (node, data) => {
    const { attrName, attrValue } = data;
    if (attrName === 'style' || drawing.test(attrName)) data.attrValue = block(attrValue);
    else if (loads(node.nodeName.toLowerCase(), attrName) && isRemote(attrValue) && !images) {
      blocked = true;
      data.keepAttr = false;
    }
  });
  purify.addHook('uponSanitizeElement', (node) => {
    if (node.nodeName.toLowerCase() === 'style') node.textContent = block(node.textContent ?? '');
  });
  const content = purify.sanitize(withoutHandlers(html), {
    RETURN_DOM_FRAGMENT: true,
    FORCE_BODY: true,
    FORBID_TAGS: [...forms, ...players, 'iframe', 'object', 'embed', 'base', 'meta', 'link', 'noscript'],
    ADD_ATTR: ['target'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|cid:|blob:|data:image\/|#|\/\/)/i,
  });
  return { content, blocked };
}

/** Whether the browser loads the address in the attribute automatically, unlike that of a link. */
function loads(element: string, attribute: string): boolean {
  if (attribute === 'href' || attribute === 'xlink:href') return element !== 'a' && element !== 'area';
  return /^(src|srcset|background|poster)$/.test(attribute);
}

/** Attributes of SVG whose values are CSS and may name an address. */
const drawing = /^(fill|stroke|filter|mask|clip-path|cursor|marker(-start|-mid|-end)?)$/;
