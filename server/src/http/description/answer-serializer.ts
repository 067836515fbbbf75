import { type Endpoint, pagination } from '@sheaf/contract';
import compile from 'fast-json-stringify';
import { z } from 'zod';

const simple = new Set(['string', 'integer', 'number', 'boolean', 'null']);

type Serializer = (answer: unknown) => string;

const compiled = new WeakMap<Endpoint, Serializer>();

/**
 * Writes a successful answer as JSON with the known fields only. Compiled when the call is first answered, once in a
 * process, so that a start compiles none.
 */
export const answerSerializer =
  (endpoint: Endpoint): Serializer =>
  (answer) => {
    let serialize = compiled.get(endpoint);
    if (!serialize) {
      serialize = compileAnswer(endpoint);
      compiled.set(endpoint, serialize);
    }
    return serialize(answer);
  };

export const compileAnswer = (endpoint: Endpoint): Serializer => compile(answerSchema(endpoint));

/** JSON Schema of a successful answer. */
function answerSchema(endpoint: Endpoint): Record<string, unknown> {
  const envelope = endpoint.paged ? z.object({ data: endpoint.data, pagination }) : z.object({ data: endpoint.data });
  return z.toJSONSchema(envelope, {
    io: 'output',
    override: ({ jsonSchema }) => {
      // As a list of types, `string or null` costs the serializer nothing; as anyOf it would validate each value.
      const types = jsonSchema.anyOf?.map(({ type }) => (simple.has(String(type)) ? type : undefined));
      if (types?.every((type) => typeof type === 'string')) {
        delete jsonSchema.anyOf;
        (jsonSchema as { type: unknown }).type = types;
      }
    },
  });
}
