/** How files are read as text, by the viewer in the browser and by the readers of the server alike. */
export { textOfBytes } from './charset.ts';
export { csvRows } from './csv.ts';
export { rtfText } from './rtf.ts';
