import { createHash } from 'node:crypto';
import { Random } from './random.ts';

/** The value of each oddity when it is enabled; a function chooses it at random. */
type Values<T> = { [Name in keyof T]-?: T[Name] | ((random: Random) => T[Name]) };

/** Chooses some at random, always the same for the same seed. */
export function someOf<T extends object>(seed: string, values: Values<T>): Partial<T> {
  const random = new Random(seed);
  const chosen = Object.entries(values).flatMap(([name, value]) => {
    if (random.next() >= 0.7) return [];
    return [[name, typeof value === 'function' ? value(random) : value]];
  });
  return Object.fromEntries(chosen) as Partial<T>;
}

export const between = (min: number, max: number) => (random: Random) => random.between(min, max);

/** Oddities, most of which are chances from 0 to 1. The same seed gives the same results. */
export type Seeded = { seed: string };

type Chances<T> = { [Name in keyof T]: T[Name] extends number ? Name : never }[keyof T];

/** The possible oddities of a cloud: none, those chosen by a seed, or the given ones. */
export function seededOddities<T extends Seeded>(name: string, values: Values<Omit<T, 'seed'>>) {
  const off = Object.entries(values).map(([one, value]) => [one, value === true ? false : 0]);
  const friendly = { seed: '', ...Object.fromEntries(off) } as T;
  return {
    friendly,
    /** A seed alone chooses some; others not given keep their default. */
    chosen(given: Partial<T>): T {
      const isSeedOnly = given.seed !== undefined && Object.keys(given).length === 1;
      return { ...friendly, ...(isSeedOnly && someOf(`${given.seed}/${name}`, values)), ...given };
    },
    /** Whether the oddity applies to this; the same answer each time. */
    happens: (oddities: T, chance: Chances<T>, to: string): boolean =>
      happens(oddities.seed, Number(oddities[chance]), `${String(chance)}/${to}`),
  };
}

/** Whether something with this chance applies to this; the same answer each time for the same seed. */
export function happens(seed: string, chance: number, to: string): boolean {
  if (chance === 0) return false;
  const hash = createHash('sha256').update(`${seed}/${to}`).digest();
  return hash.readUInt32LE(0) / 2 ** 32 < chance;
}
