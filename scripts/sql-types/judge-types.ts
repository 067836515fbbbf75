import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { driverType } from './driver-types.ts';
import type { Site } from './find-sites.ts';
import type { Column, Shape } from './recordings.ts';

/** A site and the shapes of its rows: they fit all of these or, with `any`, one of them. */
export interface Claim {
  site: Site;
  shapes: readonly Shape[];
  /** Whether the type is that of one column, whatever its name. */
  isColumn: boolean;
}

/** The compiler and its options. */
const OUR_ROOT = path.join(import.meta.dirname, '../..');
/** Workspaces that the types of the server refer to. */
const PARTS = ['contract', 'connectors', 'sandbox', 'server'];

/** The line after the claims: if the compiler does not complain about it, it checked nothing. */
const WRONG = `export const wrong: never = (null! as Problems<{ a: string }, { a: number }>).a;`;

/**
 * A property for each column: what is wrong with it, or `never`. A type may be wider than the driver's (a string or a
 * number) or narrower (one of these strings). Members of a union may lack columns.
 */
const PROBLEMS = `
type KeysOf<Type> = Type extends unknown ? keyof Type : never;
type ValueOf<Type, Key> = Type extends unknown ? (Key extends keyof Type ? Type[Key] : null | undefined) : never;
type Problem<Type, Shape, Key> = Key extends keyof Shape
  ? Key extends KeysOf<Type>
    ? unknown extends ValueOf<Type, Key>
      ? never
      :
          | (null extends Shape[Key] ? (null extends ValueOf<Type, Key> ? never : 'null') : never)
          | (Exclude<ValueOf<Type, Key>, null | undefined> extends infer Value
              ? [Value] extends [NonNullable<Shape[Key]>]
                ? never
                : [NonNullable<Shape[Key]>] extends [Value]
                  ? never
                  : 'type'
              : never)
    : 'not in the type'
  : undefined extends ValueOf<Type, Key>
    ? never
    : 'not selected';
type Problems<Type, Shape> = 0 extends 1 & Type
  ? { '': 'unknown type' }
  : { [Key in (KeysOf<Type> | keyof Shape) & string]: \`\${Key}: \${Problem<Type, Shape, Key>}\` };
`;

/**
 * What is wrong with each claim according to the compiler. `judged` is a copy of the code that also exports the types
 * of the sites. Nothing but the claims is checked in the copy, which is quick.
 */
export async function judgeTypes(root: string, folder: string, claims: readonly Claim[]): Promise<Map<Site, string[]>> {
  copyCode(root, folder, claims);
  const judged = claims.flatMap((claim, index) => claim.shapes.map((shape) => ({ claim, shape, index })));
  const lines = judged.map(({ claim: { site, isColumn }, shape, index }, number) => {
    const type = `import('./${site.file}').${nameOf(index)}`;
    const claimed = isColumn ? `{ ${shape.map(({ name }) => `${JSON.stringify(name)}: ${type}`).join('; ')} }` : type;
    const problems = `Problems<${claimed}, ${typeOf(shape)}>`;
    return `declare const p${number}: ${problems}; export const v${number}: never = p${number}[null! as keyof ${problems}];`;
  });
  writeFileSync(path.join(folder, 'verdicts.ts'), [...lines, WRONG, PROBLEMS].join('\n'));
  const output = await runCompiler(folder);
  const problems = new Map<Site, string[]>();
  let judges = false;
  for (const [, line, types] of output.matchAll(
    /^verdicts[.]ts\((\d+),\d+\): error TS2322: Type '(.*)' is not assign.*$/gm,
  )) {
    const { claim, shape } = judged[Number(line) - 1] ?? {};
    judges ||= claim === undefined;
    if (!claim || !shape) continue;
    // Names that are unknown at the top level of the file are `any`.
    const found =
      types === 'any' ? ['unknown type'] : [...types!.matchAll(/"([^"]+)"/g)].map(([, problem]) => problem!);
    const described = found
      // A type parameter may have more columns than its constraint.
      .filter((problem) => claim.site.generics.length === 0 || !problem.endsWith(': not in the type'))
      .map((problem) => describe(problem, shape));
    if (described.length > 0) problems.set(claim.site, [...(problems.get(claim.site) ?? []), ...described]);
  }
  const others = output
    .split('\n')
    .filter((line) => /error TS/.test(line) && !/^verdicts[.]ts\(\d+,\d+\): error TS2322/.test(line));
  if (others.length > 0 || !judges)
    throw new Error(`The types could not be judged:\n${others.slice(0, 10).join('\n')}`);
  return problems;
}

const nameOf = (index: number): string => `SqlSite${index}`;

const declarationOf = ({ generics }: Site, index: number): string =>
  generics.length === 0 ? nameOf(index) : `${nameOf(index)}<${generics.join(', ')}>`;

const typeOf = (shape: Shape): string =>
  `{ ${shape.map((column) => `${JSON.stringify(column.name)}: ${typeOfValue(column)}`).join('; ')} }`;

function typeOfValue({ type: oid, canBeNull }: Column): string {
  // No row has a value of an unlisted type.
  const { type } = driverType(oid) ?? { type: 'symbol' };
  return [type === 'unknown' ? '{}' : type, ...(canBeNull ? ['null'] : [])].join(' | ');
}

function describe(problem: string, shape: Shape): string {
  if (problem === 'unknown type') return 'its type is not known outside of a function, so it can’t be compared';
  const at = problem.lastIndexOf(': ');
  const name = problem.slice(0, at);
  const column = shape.find((known) => known.name === name);
  switch (problem.slice(at + 2)) {
    case 'null':
      return column!.wasNull ? `${name} was null in a test` : `${name} is a column that can be null`;
    case 'type': {
      const known = driverType(column!.type);
      return known
        ? `${name} is ${known.name}, so ${known.type}`
        : `${name} has a type (oid ${column!.type}) that driver-types.ts doesn’t list`;
    }
    case 'not selected':
      return `${name} is not a column of the result`;
    default:
      return `${name} is a column of the result, but not of the type`;
  }
}

function copyCode(root: string, folder: string, claims: readonly Claim[]): void {
  rmSync(folder, { recursive: true, force: true });
  const exported = new Map<string, string[]>();
  for (const [index, { site }] of claims.entries())
    exported.set(site.file, [
      ...(exported.get(site.file) ?? []),
      `export type ${declarationOf(site, index)} = ${site.type};`,
    ]);
  mkdirSync(path.join(folder, 'node_modules/@sheaf'), { recursive: true });
  for (const part of PARTS.filter((name) => existsSync(path.join(root, name)))) {
    for (const name of globSync(`${part}/src/**/*.ts`, { cwd: root })) {
      if (/[.]test[.]ts$/.test(name)) continue;
      const file = name.replaceAll(path.sep, '/');
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      const code = readFileSync(path.join(root, file), 'utf8');
      writeFileSync(path.join(folder, file), ['// @ts-nocheck', code, ...(exported.get(file) ?? [])].join('\n'));
    }
    cpSync(path.join(root, part, 'package.json'), path.join(folder, part, 'package.json'));
    symlinkSync(path.join('../..', part), path.join(folder, 'node_modules/@sheaf', part));
  }
  const { compilerOptions } = JSON.parse(readFileSync(path.join(OUR_ROOT, 'tsconfig.json'), 'utf8'));
  const options = { ...compilerOptions, noErrorTruncation: true };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['verdicts.ts'] }),
  );
}

function runCompiler(folder: string): Promise<string> {
  const compiler = path.join(OUR_ROOT, 'node_modules/.bin/tsc');
  return new Promise((resolve, reject) => {
    // It runs to find errors.
    execFile(compiler, ['--pretty', 'false'], { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stderr || (error && !stdout)) reject(error ?? new Error(stderr));
      else resolve(stdout);
    });
  });
}
