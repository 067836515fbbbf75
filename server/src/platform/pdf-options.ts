import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const library = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), '/');
const maxPixelsOfAnImage = 40_000_000;

/** For strangers' files: nothing in them is executed, and apart from them only the library's own files are read. */
export const pdfOptions = {
  verbosity: VerbosityLevel.ERRORS,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  maxImageSize: maxPixelsOfAnImage,
  canvasMaxAreaInBytes: maxPixelsOfAnImage * 4,
  standardFontDataUrl: `${library}standard_fonts/`,
  cMapUrl: `${library}cmaps/`,
  wasmUrl: `${library}wasm/`,
  iccUrl: `${library}iccs/`,
} as const;
