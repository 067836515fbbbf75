import type { AiScope } from '@sheaf/contract';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { retrieve } from '../../search/index.ts';
import type { Evidence } from './evidence.ts';

export interface Where {
  scope: AiScope;
  excludedSources: readonly string[];
  /** No one is waiting for it, so that every other answer goes first. */
  inBackground?: boolean;
}

const given = <T>(ids: readonly T[] | undefined): readonly T[] | undefined => (ids?.length ? ids : undefined);

/** Finds passages that may answer, best first, among what the person may see right now. */
export async function findEvidence(
  services: Services,
  member: Member,
  query: string,
  { scope, excludedSources, inBackground }: Where,
  limit: number,
): Promise<Evidence[]> {
  const { account_ids, collection_ids, label_ids, document_ids } = scope;
  const chosen = {
    account_ids: given(account_ids),
    collection_ids: given(collection_ids),
    label_ids: given(label_ids),
    document_ids: given(document_ids),
    excluded_sources: excludedSources,
  };
  const found = await retrieve(services, { member, query, scope: chosen, limit, inBackground });
  return found.map(({ document, sha256, number, text, language, sentences, fit, leg, placeAt }) => ({
    documentId: document.id,
    documentName: document.name,
    folder: document.location.map(({ name }) => name).join(' / '),
    owner: document.created_by.name,
    modifiedAt: document.updated_at,
    sha256,
    number,
    body: text,
    language,
    sentences,
    fit,
    leg,
    placeAt,
  }));
}
