import type { NameRules } from './names.ts';
import { withSuffix } from './shorten-name.ts';

/**
 * Makes the names of siblings unique by the rules of the source, keeping their order. The first of equal names stays;
 * the others become 'name (2).ext', with the next free number.
 */
export function distinctNames(names: readonly string[], rules: NameRules): string[] {
  const keyOf = (name: string) => (rules.caseInsensitive ? name.normalize().toLowerCase() : name.normalize());
  const taken = new Set(names.map(keyOf));
  const used = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    const key = keyOf(name);
    if (!used.has(key)) {
      used.add(key);
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
