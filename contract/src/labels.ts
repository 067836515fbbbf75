import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, messages, name, success, text } from './calls/fields.ts';
import { limits } from './calls/limits.ts';

/** The colors, in the order in which they are offered. */
export const labelColors = {
  red: '#e03131',
  pink: '#c2255c',
  grape: '#9c36b5',
  violet: '#6741d9',
  indigo: '#3b5bdb',
  blue: '#1971c2',
  cyan: '#0c8599',
  teal: '#099268',
  green: '#2f9e44',
  lime: '#66a80f',
  yellow: '#f08c00',
  orange: '#e8590c',
  brown: '#846358',
  slate: '#5c6773',
} as const;

const colors = Object.values(labelColors);

export const label = z.object({ id: z.uuid(), name: z.string(), color: z.enum(colors) }).meta({ id: 'Label' });
export type Label = z.output<typeof label>;

const color = z
  .string(messages.required)
  .min(1, messages.required)
  .toLowerCase()
  .pipe(z.enum(colors, 'Choose one of the colors'));
const body = z.strictObject({ name, color });
const byId = z.strictObject({ id });

export const labels = {
  create: endpoint({
    method: 'POST',
    path: '/labels',
    access: 'labels.own',
    summary: 'Create a label',
    body,
    data: label,
    status: 201,
    errors: ['validation_failed'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/labels',
    access: 'labels.own',
    summary: 'Your labels by name',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(label),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/labels/{id}',
    access: 'labels.own',
    summary: 'One label',
    params: byId,
    data: label,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/labels/{id}',
    access: 'labels.own',
    summary: 'Change the name or color of a label',
    params: byId,
    body,
    data: label,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/labels/{id}',
    access: 'labels.own',
    summary: 'Delete a label; it can be restored for a day',
    params: byId,
    data: success,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/labels/{id}/restore',
    access: 'labels.own',
    summary: 'Restore a deleted label',
    params: byId,
    data: label,
    errors: ['validation_failed'],
  }),
};
