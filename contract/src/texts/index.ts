/** Decoding of text files, shared by the viewer in the browser and the readers of the server. */
export { textOfBytes } from './charset.ts';
export { csvRows } from './csv.ts';
export { rtfText } from './rtf.ts';
