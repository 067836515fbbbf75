import { type Endpoint, pagination } from '@sheaf/contract';
import { z } from 'zod';

const simple = new Set(['string', 'integer', 'number', 'boolean', 'null']);

/** JSON Schema of a successful answer: compiled into a serializer that writes the known fields and no others. */
export function answerSchema(endpoint: Endpoint): Record<string, unknown> {
  const envelope = endpoint.paged ? z.object({ data: endpoint.data, pagination }) : z.object({ data: endpoint.data });
  return z.toJSONSchema(envelope, {
    io: 'output',
    override: ({ jsonSchema }) => {
      // `string or null` as a list of types costs the serializer nothing; as anyOf it validates each value.
      const types = jsonSchema.anyOf?.map(({ type }) => (simple.has(String(type)) ? type : undefined));
      if (types?.every((type) => typeof type === 'string')) {
        delete jsonSchema.anyOf;
        (jsonSchema as { type: unknown }).type = types;
      }
    },
  });
}
