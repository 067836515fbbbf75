import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = { target: 'http://localhost:3000', changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont('inter-latin-wght-normal')],
  server: { port: 5173, proxy: { '/api': api, '/images': api, '/dev': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Files of the page come from the page's origin only; inlined ones would need data: in more of the CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
            // One file for the icons that several screens share, instead of a request for each.
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** Asks for the font while the script is still loading, so that text does not change its face after the first paint. */
function preloadFont(name: string): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name));
        if (!file) throw new Error(`No font file named ${name} in the bundle`);
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
