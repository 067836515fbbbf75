import { readFileSync } from 'node:fs';
import type { Shape } from '../files/fields.ts';

/** A value in Google's discovery document, which follows JSON Schema. */
export interface Described {
  $ref?: string;
  type?: string;
  format?: string;
  readOnly?: boolean;
  items?: Described;
  properties?: Record<string, Described>;
  additionalProperties?: Described;
}

interface Description {
  servicePath: string;
  methods: Record<string, { httpMethod: string; path: string; response?: string; parameters: string[] }>;
  schemas: Record<string, Described>;
}

/** Google's own description of the Drive API. */
export const description: Description = JSON.parse(
  readFileSync(new URL('./drive-v3.json', import.meta.url), 'utf8'),
) as Description;

/** What `fields` may name inside a resource: every path that Google describes. */
export const shapeOf = (schema: string): Shape => shape({ $ref: schema }) as Shape;

function shape(value: Described): true | 'any' | Shape {
  if (value.$ref !== undefined) return shape(description.schemas[value.$ref]!);
  if (value.items) return shape(value.items);
  if (value.additionalProperties) return 'any';
  if (!value.properties) return true;
  return Object.fromEntries(Object.entries(value.properties).map(([name, one]) => [name, shape(one)]));
}
