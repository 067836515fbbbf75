import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = { target: 'http://localhost:3000', changeOrigin: false };

/**
 * The chunks the Directory needs. The last three hold the modules below with all their imports: by default every module
 * that two pages share becomes its own chunk, and the Directory needed eighty of them.
 */
const FIRST_FILES = ['react', 'tanstack', 'start', 'controls', 'main'];

/**
 * Modules that always run first. The page that shows files must not load this chunk or the others, because it has no
 * storage: what it shares with the app is in the chunk `common`.
 */
const start = [
  'app/follow-session.ts',
  'app/providers.tsx',
  'app/query-client.ts',
  'app/router/router.tsx',
  'lib/session/flash.ts',
];
/** Modules that the forms for signing in share with the main area. */
const controls = [
  'ui/forms/fields.tsx',
  'ui/navigation/links.tsx',
  'ui/feedback/progress-bar.tsx',
  'Group/Group.mjs',
  'TextInput/TextInput.mjs',
  'use-merged-ref/use-merged-ref.mjs',
];
/** The frame of the main area with its first page. */
const main = ['app/verified-area.tsx', 'app/layouts/main/main-layout.tsx', 'app/routes/documents/directory.tsx'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    preloadFont('inter-latin-wght-normal'),
    nameMainArea(),
    compileAtOnce(),
    withoutJsonSchema(),
    withoutSummaries(),
  ],
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
    // The page’s policy allows files from its own origin only; inlined files would need data: in it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'viewer.html'].map((page) => `${import.meta.dirname}/${page}`),
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /vite[/]preload-helper|[/]lib[/]format[/]format[.]ts$|[/]contract[/]src[/]plain-direction[.]ts$/,
              priority: 5,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 3 },
            { name: 'start', test: anyOf(start), priority: 2 },
            { name: 'controls', test: anyOf(controls), priority: 1 },
            { name: 'main', test: anyOf(main) },
          ],
        },
      },
    },
  },
});

function anyOf(modules: readonly string[]): (id: string) => boolean {
  return (id) => modules.some((module) => id.endsWith(`/${module}`));
}

/** Preloads the font while the script is loading, so that the font does not change after the first paint. */
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
 * Nearly all code of the first chunks runs at startup. With this comment in the first line, Chromium compiles them
 * completely and off the main thread, instead of function by function on it.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !FIRST_FILES.includes(file.name)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** Passes the names of the main area's files to early.js. */
function nameMainArea(): Plugin {
  return {
    name: 'name-main-area',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (path !== '/index.html') return html;
        const files = Object.keys(bundle ?? {}).filter((file) =>
          /^assets[/](main|controls)-[^/]*[.](js|css)$/.test(file),
        );
        if (files.length !== 4) throw new Error(`The main area is made of ${files.join(', ')}`);
        const named = files.map((file) => `/${file}`).join(' ');
        return html.replace('src="/early.js"', `src="/early.js" data-main-area="${named}"`);
      },
    },
  };
}

/**
 * Removes zod's JSON Schema code from the bundle: the web only validates with the contract's schemas, but every schema
 * refers to that code, so no bundler can drop it.
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

/** Removes the texts of calls and permissions that only the docs use: more than a hundred sentences. */
function withoutSummaries(): Plugin {
  let removed = 0;
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].+[.]ts$/ },
      handler(code) {
        const without = code
          .replace(/^ {4}summary:\s*'(?:[^'\\]|\\.)*',\n|, meaning: '(?:[^'\\]|\\.)*'/gm, () => {
            removed += 1;
            return '';
          })
          // Properties that only the server and the description of the API use: access, errors, limits and the like.
          .replace(
            /^ {4}(?:access: '[\w.-]+'|errors: \[[^\]]*\]|bodyLimit: [\w.]+|status: 201|organization: 'path'|whileReadOnly: true),\n/gm,
            '',
          )
          // The names of types, used only in the description of the API.
          .replace(/\.meta\(\{ id: '\w+' \}\)/g, '');
        return { code: without, map: null };
      },
    },
    buildEnd(error) {
      if (!error && removed < 50)
        throw new Error('The contract has its summaries elsewhere: withoutSummaries() misses them');
    },
  };
}
