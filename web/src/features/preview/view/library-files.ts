/** Files of the PDF library that only some documents need: character maps, fonts, decoders. By their names. */
const addresses = import.meta.glob<string>(
  [
    '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);
const byName = new Map(Object.entries(addresses).map(([path, url]) => [path.split('/').at(-1)!, url]));

export async function libraryFile(name: string): Promise<ArrayBuffer | null> {
  const url = byName.get(name);
  if (!url) return null;
  const response = await fetch(url);
  return response.ok ? response.arrayBuffer() : null;
}
