import type { World } from '../src/world.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How some code reads its tables: a line for each, with the rows that were read. Nothing is changed. */
export async function plansOf(world: World, ask: () => Promise<unknown>): Promise<string[]> {
  const statements = (await world.statementsOf(ask)).filter(({ text }) =>
    /^\s*(with|select|update|insert)/i.test(text),
  );
  const lines: string[] = [];
  const client = await world.pool.connect();
  try {
    for (const { text, values } of statements) {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
      await client.query('rollback');
      lines.push(...scansOf(rows[0]['QUERY PLAN'][0].Plan));
    }
  } finally {
    client.release();
  }
  return lines;
}

function scansOf(plan: Plan): string[] {
  const read = Math.round((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
  const isScan = plan['Node Type'].includes('Scan') && (plan['Relation Name'] ?? plan['Index Name']);
  const line = `${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name']}: ${read} rows`;
  return [...(isScan ? [line] : []), ...(plan.Plans ?? []).flatMap(scansOf)];
}
