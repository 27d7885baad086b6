// The plans of the statements that finders send, for tests of the indexes that read a page of a long list.
import { type Db, type Sql, sql } from '../../src/platform/db/database.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** Every node of the plan of a finder's first statement. */
export async function planOf(database: Db, find: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const statements: Sql[] = [];
  const rows = async (statement: Sql) => {
    statements.push(statement);
    return [];
  };
  await find({ rows, row: async (statement: Sql) => (await rows(statement))[0] ?? {} } as unknown as Db);
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${statements[0]!}`,
  );
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(row!['QUERY PLAN'][0].Plan);
}

export const used = (plan: readonly PlanNode[]) => plan.flatMap((node) => node['Index Name'] ?? []);
/** The tables that the plan reads from end to end, without those that are short. */
export const readWhole = (plan: readonly PlanNode[]) =>
  plan
    .flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []))
    .filter((name) => !['accounts', 'account_report_types', 'desk_users'].includes(name ?? ''));
