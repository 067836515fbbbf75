import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody, theFile } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { AppliedLabel, LabelValueType } from '../files/label.ts';
import { labelResource } from '../files/label-resource.ts';
import { answerList, answerOne } from './resources.ts';

type Modification = drive_v3.Schema$LabelModification;
type FieldModification = drive_v3.Schema$LabelFieldModification;

export function listLabels(call: Call): SandboxResponse {
  const all = theFile(call).labels.map((label) => labelResource(label, call.drive));
  return answerList(call, {
    schema: 'LabelList',
    of: 'labels',
    all,
    usual: null,
    size: [100, 100],
    sizeParameter: 'maxResults',
  });
}

/** All modifications or none. Answers with the labels that are on the file now because of them. */
export async function modifyLabels(call: Call): Promise<SandboxResponse> {
  const { drive } = call;
  const node = theFile(call);
  if (!drive.mayEdit(node)) throw new GoogleError('insufficientFilePermissions');
  const { labelModifications } = await jsonBody<drive_v3.Schema$ModifyLabelsRequest>(call);
  const applied = new Map(node.labels.map((label) => [label.id, label]));
  const modified = new Set<string>();
  for (const modification of labelModifications ?? []) {
    const id = modification.labelId ?? '';
    const label = modification.removeLabel ? null : changed(drive, applied.get(id), id, modification);
    if (label) applied.set(id, label);
    else applied.delete(id);
    if (label) modified.add(id);
    else modified.delete(id);
  }
  drive.update(node, { labels: [...applied.values()] });
  const modifiedLabels = node.labels.filter(({ id }) => modified.has(id)).map((label) => labelResource(label, drive));
  const answer = { kind: 'drive#modifyLabelsResponse', modifiedLabels };
  return answerOne(call, 'ModifyLabelsResponse', answer, ['kind', 'modifiedLabels']);
}

function changed(drive: Drive, held: AppliedLabel | undefined, id: string, change: Modification): AppliedLabel {
  const label = drive.labels.get(id);
  if (!label) throw new GoogleError('notFound', `Label not found: ${id}.`, 'labelId');
  const values = { ...held?.values };
  for (const modification of change.fieldModifications ?? []) {
    const field = modification.fieldId ?? '';
    const type = label.fields[field];
    if (type === undefined) throw new GoogleError('labelMutationUnknownField');
    const set = valuesOf(modification, type, field);
    if (set === null) delete values[field];
    else values[field] = set;
  }
  return { id, revision: (held?.revision ?? 0) + 1, values };
}

/** Of the field's own type; null to remove them. */
function valuesOf(modification: FieldModification, type: LabelValueType, field: string): readonly string[] | null {
  if (modification.unsetValues) return null;
  const given = {
    dateString: modification.setDateValues,
    integer: modification.setIntegerValues,
    selection: modification.setSelectionValues,
    text: modification.setTextValues,
    user: modification.setUserValues,
  };
  const [entry, ...others] = Object.entries(given).filter(([, values]) => values != null);
  const isValid = entry?.[0] === type && others.length === 0 && isListOf(patterns[type], entry[1]);
  if (!isValid) throw new GoogleError('invalid', `Invalid values for the field ${field}.`, 'fieldModifications');
  return entry[1] as string[];
}

const patterns: Readonly<Record<LabelValueType, RegExp>> = {
  dateString: /^\d{4}-\d\d-\d\d$/,
  integer: /^-?\d{1,19}$/,
  selection: /^.+$/s,
  text: /^.*$/s,
  user: /^[^@\s]+@[^@\s]+$/,
};

const isListOf = (pattern: RegExp, values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string' && pattern.test(value));
