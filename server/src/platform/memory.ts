/**
 * What one instance of the program keeps in memory, such as recent results. It is part of `Services`, so that two
 * instances in one process share nothing. What bounds the process itself (memory, processors) is not kept here.
 */
export class Memory {
  readonly #kept = new Map<() => unknown, unknown>();

  of<T>(make: () => T): T {
    if (!this.#kept.has(make)) this.#kept.set(make, make());
    return this.#kept.get(make) as T;
  }
}

/** Something that an instance keeps, made when it is first needed. */
export const kept =
  <T>(make: () => T) =>
  ({ memory }: { memory: Memory }): T =>
    memory.of(make);
