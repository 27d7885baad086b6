// The rule that finders and changes of a tenant's rows name the account, in their arguments and in their SQL.
import { globSync, readFileSync } from 'node:fs';
import type { Node } from 'oxc-parser';
import { type Rule, roleOf, type Violation } from './rule.ts';
import { nodesOf, type Source } from './sources.ts';

/** The tables with a column account_id, from the migrations. */
export function tenantTables(root: string): Set<string> {
  const text = globSync('migrations/*.sql', { cwd: root })
    .sort()
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n');
  const tables = text.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\)/gm);
  return new Set([...tables].filter(([, , body]) => /^\s*account_id /m.test(body!)).map(([, name]) => name!));
}

interface Declared {
  readonly node: Node;
  readonly exported: boolean;
}

/** The top-level declarations of a file, by name. */
function declarations(source: Source): Map<string, Declared> {
  const found = new Map<string, Declared>();
  for (const statement of source.program.body) {
    const exported = statement.type === 'ExportNamedDeclaration';
    const node = exported ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration' && node.id) found.set(node.id.name, { node, exported });
    if (node?.type !== 'VariableDeclaration') continue;
    for (const one of node.declarations) {
      if (one.id.type === 'Identifier') found.set(one.id.name, { node: one, exported });
    }
  }
  return found;
}

/** The SQL in a declaration, including that of the file's other declarations that it uses. */
function sqlOf(name: string, declared: ReadonlyMap<string, Declared>, seen = new Set<string>()): string {
  const found = declared.get(name);
  if (found === undefined || seen.has(name)) return '';
  seen.add(name);
  let text = '';
  for (const node of nodesOf(found.node)) {
    if (node.type === 'TemplateElement') text += ` ${node.value.raw} `;
    else if (node.type === 'Literal' && typeof node.value === 'string') text += ` ${node.value} `;
    else if (node.type === 'Identifier' && node.name !== name) text += sqlOf(node.name, declared, seen);
  }
  return text;
}

function parametersOf({ node }: Declared): readonly Node[] {
  const called = [...nodesOf(node)].find(
    (inner) => inner.type === 'FunctionDeclaration' || inner.type === 'ArrowFunctionExpression',
  );
  return called?.type === 'FunctionDeclaration' || called?.type === 'ArrowFunctionExpression' ? called.params : [];
}

const tenantNames =
  /^(?:accountId|tenant|caller)\b|^accounts: DeskAccounts$|^reader: (?:Desk|Awaited)Reader$|^scope: OrderScope$/;

/** Whether the parameter's type is an interface of the same file that extends the tenant, or a list of these. */
function isTenantType(source: Source, parameter: string): boolean {
  const type = /: (?:readonly )?(\w+)(?:\[\])?$/.exec(parameter)?.[1];
  return type !== undefined && new RegExp(`interface ${type} extends Tenant\\b`).test(source.text);
}

/** Whether the account is the first parameter after the database, or part of the new row. */
function namesTenant(source: Source, declared: Declared, text: string): boolean {
  const [first] = parametersOf(declared)
    .map((parameter) => source.text.slice(parameter.start, parameter.end))
    .filter((parameter) => !/: (?:Db|Database)$/.test(parameter));
  if (first !== undefined && (tenantNames.test(first) || isTenantType(source, first))) return true;
  const changes = text.replace(/\bdo\s+update\b/gi, '').match(/\b(?:insert\s+into|update|delete\s+from)\b/gi) ?? [];
  return changes.length > 0 && changes.every((change) => /^insert/i.test(change));
}

export interface TenantRuleOptions {
  readonly tables: ReadonlySet<string>;
  /** By `path:function`: the reason why it works across accounts. */
  readonly acrossAccounts: Readonly<Record<string, string>>;
}

export function tenantRule({ tables, acrossAccounts }: TenantRuleOptions): Rule {
  const tableNames = /\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+)/gi;
  const check = (source: Source): Violation[] => {
    const declared = declarations(source);
    return [...declared].flatMap(([name, one]) => {
      if (!one.exported || acrossAccounts[`${source.path}:${name}`] !== undefined) return [];
      const text = sqlOf(name, declared);
      const touched = [...text.matchAll(tableNames)]
        .map(([, table]) => table!.toLowerCase())
        .find((table) => tables.has(table));
      if (touched === undefined) return [];
      const problem = !/\baccount_id\b/.test(text)
        ? 'without account_id'
        : namesTenant(source, one, text)
          ? undefined
          : 'but does not take the account first';
      if (problem === undefined) return [];
      return [{ path: source.path, line: source.lineOf(one.node), message: `${name} touches ${touched} ${problem}` }];
    });
  };
  return {
    name: "every finder of a tenant's rows takes the account first",
    check: (sources) => sources.filter(({ path }) => ['store', 'queries'].includes(roleOf(path) ?? '')).flatMap(check),
  };
}
