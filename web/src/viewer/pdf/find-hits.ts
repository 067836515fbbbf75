/** The positions of a text in another, ignoring case. */
export function findHits(text: string, searched: string): number[] {
  const wanted = searched.toLowerCase();
  if (!wanted) return [];
  const within = text.toLowerCase();
  const hits: number[] = [];
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + wanted.length)) hits.push(at);
  return hits;
}
