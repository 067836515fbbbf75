import { contract, endpoints } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { answerSerializer, compileAnswer } from './answer-serializer.ts';

it('every call of the contract has a serializer', () => {
  for (const { endpoint } of endpoints) if (!endpoint.bytes) expect(compileAnswer(endpoint)).toBeTypeOf('function');
});

it('writes known fields and no others', () => {
  const write = answerSerializer(contract.labels.delete);
  expect(JSON.parse(write({ data: { success: true, secret: 1 }, more: 2 }))).toEqual({ data: { success: true } });
});
