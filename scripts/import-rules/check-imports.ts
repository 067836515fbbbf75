import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { FORBIDDEN } from './rules.ts';

/** Every folder with our code. */
const PARTS = ['contract', 'connectors', 'sandbox', 'server', 'web', 'e2e', 'bench', 'scripts'];
/** Sheaf doesn't work without these parts, so none of them may look empty. */
const VITAL_PARTS = ['contract', 'server', 'web'];
/** Includes scripts that have packages of their own. */
const NOT_OURS = /(^|\/)(node_modules|dist|scripts\/word-table)\//;

/** Checks the imports of the tree at `root`; returns one entry per violation. */
export async function checkImports(root: string): Promise<string[]> {
  const parts = PARTS.filter((part) => existsSync(path.join(root, part)));
  const files = parts.flatMap((part) => sourceFiles(root, part));
  const empty = VITAL_PARTS.filter((part) => !files.some((file) => file.startsWith(`${part}/`)));
  if (empty.length > 0) return empty.map((part) => `${part}: no source file found, so there is nothing to check`);

  const { modules, summary } = await cruiseTree(root, parts);
  return [
    ...unseenFiles(root, files, modules),
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const via = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to];
      return `${via.join(' → ')}\n    ${rule.name}: ${FORBIDDEN.find(({ name }) => name === rule.name)?.comment}`;
    }),
  ];
}

function sourceFiles(root: string, part: string): string[] {
  return globSync(`${part}/**/*.{ts,tsx,mts,mjs}`, { cwd: root, exclude: (name) => /^(node_modules|dist)$/.test(name) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !NOT_OURS.test(file) && !/[.]d[.]m?ts$/.test(file));
}

async function cruiseTree(root: string, parts: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    parts,
    {
      baseDir: root,
      // Its usual parser can't load TypeScript 7: without swc it sees no modules and so no violations.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      // Only our own build output: excluding node_modules/…/dist would exclude the imports that lead there.
      exclude: { path: `^(${PARTS.join('|')})/dist/|^scripts/word-table/` },
      validate: true,
      ruleSet: { forbidden: FORBIDDEN },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json', '.d.ts'],
    },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  return output;
}

/** Checks the check itself: files it did not read, and files in which it found no import at all. */
export function unseenFiles(
  root: string,
  files: string[],
  modules: Pick<IModule, 'source' | 'dependencies'>[],
): string[] {
  const seen = new Map(modules.map((module) => [module.source, module]));
  return files.flatMap((file) => {
    const module = seen.get(file);
    if (module === undefined) return [`${file}: not read by the import check`];
    const hasImports = /^import\s|^export\s[^;'"]*\sfrom\s*['"]/m.test(readFileSync(path.join(root, file), 'utf8'));
    return hasImports && module.dependencies.length === 0 ? [`${file}: the import check saw none of its imports`] : [];
  });
}
