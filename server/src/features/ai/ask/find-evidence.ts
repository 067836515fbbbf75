import type { AiScope } from '@sheaf/contract';
import { createInFlight } from '../../../http/admission/in-flight.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { retrieve } from '../../search/index.ts';
import type { Evidence } from '../answers/evidence.ts';

export interface Where {
  scope: AiScope;
  excludedSources: readonly string[];
}

/**
 * Of all people, in this process: reading for an answer takes longer than any other call, and fifty at once would take all
 * connections to the database. An answer that waits for its turn delays nobody else; two at a time only delay the others more.
 */
const enterReading = createInFlight({ running: 1, waiting: 500 });

const given = <T>(ids: readonly T[] | undefined): readonly T[] | undefined => (ids?.length ? ids : undefined);

/** The passages that may answer, best first, within what the person may see at this moment. */
export async function findEvidence(
  services: Services,
  member: Member,
  query: string,
  { scope, excludedSources }: Where,
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
  const leave = await enterReading('everyone');
  const found = await retrieve(services, { member, query, scope: chosen, limit }).finally(leave);
  return found.map(({ document, sha256, number, text, language, sentences, fit, placeAt }) => ({
    documentId: document.id,
    documentName: document.name,
    sha256,
    number,
    body: text,
    language,
    sentences,
    fit,
    placeAt,
  }));
}
