import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = { target: 'http://localhost:3000', changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont('inter-latin-wght-normal'), withoutJsonSchema()],
  server: {
    port: 5173,
    proxy: { '/api': api, '/images': api, '/dev': api, '/storage': api },
    // The page that shows files has no origin, here as in production.
    cors: { origin: [/^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/, 'null'] },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Files of the page come from the page's origin only; inlined ones would need data: in more of the CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'viewer.html'].map((page) => `${import.meta.dirname}/${page}`),
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
            // One file for the icons that several screens share, instead of a request for each.
            {
              name: 'icon',
              test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes)/,
            },
            // Those of the error screens stay where the error screens are: signing in loads no others.
            {
              name: 'icons',
              test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!Icon(AlertTriangle|CloudOff|MapOff)[.])/,
              minShareCount: 2,
            },
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

/**
 * The browser checks with the schemas of the contract and never describes them: zod's JSON Schema, which every schema
 * carries and no bundler can leave out, stays out of the bundle.
 */
function withoutJsonSchema(): Plugin {
  const files = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)[.]js$/;
  let seen = 0;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: files },
      handler(code) {
        seen += 1;
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        return { code: names.map((name) => `export const ${name} = () => () => {};`).join('\n'), map: null };
      },
    },
    buildEnd(error) {
      if (!error && seen !== 2) throw new Error('zod has its JSON Schema elsewhere: withoutJsonSchema() misses it');
    },
  };
}
