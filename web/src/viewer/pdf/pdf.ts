import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite answers with the address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';
import { libraryData } from './library-data.ts';
import { markInPdf } from './mark-pdf.ts';
import { PdfPages } from './pages.ts';
import './pdf.css';
import { PdfSearch } from './search.ts';
import { toolbar } from './toolbar.ts';

/** Pictures in a PDF with more pixels are left out. */
const MAX_PIXELS = 64 * 1024 * 1024;

export const show: Show = async ({ bytes, into, mark }) => {
  const pdf = await open(bytes);
  const pages = new PdfPages(pdf, await sizeOfFirst(pdf));
  const search = new PdfSearch(pdf, pages);
  into.classList.add('fills', 'pdf');
  into.append(toolbar(pages, search), pages.root);
  pages.start();
  if (mark) void markInPdf(pdf, pages, mark);
};

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort = await startWorker();
  try {
    return await getDocument({
      data: bytes,
      enableXfa: false,
      useWorkerFetch: false,
      maxImageSize: MAX_PIXELS,
      cMapUrl: 'cmaps/',
      standardFontDataUrl: 'fonts/',
      // System fonts have other widths than the fonts the PDF was set in, so letters would collide.
      useSystemFonts: false,
      wasmUrl: 'wasm/',
      BinaryDataFactory: LibraryFiles,
    }).promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new Problem('This PDF is password-protected. Download it to open it.');
    throw error;
  }
}

/**
 * A page with an opaque origin may not start a worker from a URL or a module worker, but it may start one from a blob
 * that imports the script. The library first sends a message that it is ready.
 */
function startWorker(): Promise<Worker> {
  const address = JSON.stringify(new URL(workerUrl, location.href).href);
  const line = `import(${address}).catch((error) => setTimeout(() => { throw error; }));`;
  const worker = new Worker(URL.createObjectURL(new Blob([line], { type: 'text/javascript' })));
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve(worker), { once: true });
    worker.addEventListener('error', () => reject(new Problem('Couldn’t load the PDF viewer. Try again.')));
  });
}

class LibraryFiles {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return libraryData(filename);
  }
}

async function sizeOfFirst(pdf: PDFDocumentProxy): Promise<{ width: number; height: number }> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return { width, height };
}
