import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../web/src');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const modules = globSync('**/*.module.css', { cwd: root });

/** The classes that a module defines. Comments and the contents of rules define none. */
const classesIn = (css: string): string[] => [
  ...new Set(
    [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]*)\{/g)].flatMap(([, selector]) =>
      [...selector!.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!),
    ),
  ),
];

/** A module, the name under which it is imported, and the code of the file that imports it. */
const imports = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const code = read(file);
  return [...code.matchAll(/^import (\w+) from '(\S+\.module\.css)';$/gm)].map(([, name, from]) => ({
    file,
    module: path.join(path.dirname(file), from!),
    name: name!,
    // Without the paths of imports, which may contain the name too.
    code: code.replaceAll(/^import .*$/gm, ''),
  }));
});

it('has the classes of its style modules that the code names', () => {
  const missing = imports.flatMap(({ file, module, name, code }) => {
    const known = classesIn(read(module));
    const named = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one!);
    return named.filter((one) => !known.includes(one)).map((one) => `${file}: ${name}.${one}`);
  });
  expect(imports.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

it('has no style module that nothing imports, and no class that nothing names', () => {
  const unused = modules.flatMap((module) => {
    const users = imports.filter((one) => one.module === module);
    if (users.length === 0) return [module];
    // A class may be chosen by a value that is only known at run time.
    if (users.some(({ name, code }) => new RegExp(`\\b${name}(?!\\.\\w)\\b`).test(code))) return [];
    const named = new Set(
      users.flatMap(({ name, code }) =>
        [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one!),
      ),
    );
    return classesIn(read(module))
      .filter((one) => !named.has(one) && !one.startsWith('mantine-'))
      .map((one) => `${module}: .${one}`);
  });
  expect(unused).toEqual([]);
});
