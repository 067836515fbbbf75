import type { NameRules } from './names.ts';
import { withSuffix } from './shorten-name.ts';

/**
 * Names for siblings, in their order, of which no two are the same to the source. The first of equals keeps its name;
 * the others become 'name (2).ext', with the next number that nobody bears.
 */
export function distinctNames(names: readonly string[], rules: NameRules): string[] {
  const keyOf = (name: string) => (rules.caseInsensitive ? name.normalize().toLowerCase() : name.normalize());
  const taken = new Set(names.map(keyOf));
  const borne = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    const key = keyOf(name);
    if (!borne.has(key)) {
      borne.add(key);
      return name;
    }
    for (let number = next.get(key) ?? 2; ; number++) {
      const candidate = withSuffix(name, ` (${number})`, rules);
      if (taken.has(keyOf(candidate))) continue;
      taken.add(keyOf(candidate));
      next.set(key, number + 1);
      return candidate;
    }
  });
}
