interface Tree {
  [element: string]: XmlValue | undefined;
}
type XmlValue = string | number | boolean | Tree | readonly Tree[];

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An XML document. An array repeats its element; undefined leaves it out. Like Amazon’s, errors have no namespace. */
export function xml(root: string, content: Tree): string {
  const attributes = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attributes}>${elements(content)}</${root}>`;
}

/** The text of the first element with this name, entities resolved; undefined if it is absent. */
export function xmlText(source: string, element: string): string | undefined {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(source)?.[1];
  return found
    ?.replace(
      /&(lt|gt|quot|apos|#34|#39);/g,
      (_, name: string) => ({ lt: '<', gt: '>', apos: "'", '#39': "'" })[name] ?? '"',
    )
    .replaceAll('&amp;', '&');
}

function elements(tree: Tree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const values = Array.isArray(value) ? (value as readonly Tree[]) : [value as Exclude<XmlValue, readonly Tree[]>];
      return values.map(
        (one) => `<${name}>${typeof one === 'object' ? elements(one) : escaped(String(one))}</${name}>`,
      );
    })
    .join('');
}

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: S3 keys may hold them, and they are sent as references.
  return text.replace(/[&<>"\u0000-\u001f]/g, (c) => entities[c] ?? `&#x${c.charCodeAt(0).toString(16)};`);
}
