// The rule for loops in tests: each has a visible limit, so that a fault makes a test fail instead of running for
// ever.
import type { Node } from 'oxc-parser';
import { fileRule, type Rule } from './rule.ts';
import { nodesOf } from './sources.ts';

const conjunctsOf = (node: Node): Node[] =>
  node.type === 'LogicalExpression' && node.operator === '&&'
    ? [...conjunctsOf(node.left), ...conjunctsOf(node.right)]
    : [node];

const clocks = ['performance', 'Date'];

const readsClock = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.type === 'Identifier' &&
  clocks.includes(node.callee.object.name);

/** Whether the condition ends the loop at a time, or when one of these variables reaches a limit. */
function isLimit(condition: Node, counters: ReadonlySet<string>): boolean {
  if (condition.type !== 'BinaryExpression') return false;
  const { left, operator } = condition;
  const isCounter = (node: Node) => node.type === 'Identifier' && counters.has(node.name);
  if (operator === '<' || operator === '<=') return readsClock(left) || isCounter(left);
  return (operator === '>' || operator === '>=') && isCounter(left);
}

/** The variables that a `for` declares or changes in its head. */
function countersOf(node: Node & { readonly type: 'ForStatement' }): Set<string> {
  const declared = node.init?.type === 'VariableDeclaration' ? node.init.declarations.map(({ id }) => id) : [];
  const { update } = node;
  const changed =
    update?.type === 'UpdateExpression'
      ? [update.argument]
      : update?.type === 'AssignmentExpression'
        ? [update.left]
        : [];
  return new Set([...declared, ...changed].flatMap((id) => (id.type === 'Identifier' ? [id.name] : [])));
}

function hasLimit(node: Node): boolean {
  if (node.type === 'WhileStatement' || node.type === 'DoWhileStatement') {
    return conjunctsOf(node.test).some((condition) => isLimit(condition, new Set()));
  }
  if (node.type !== 'ForStatement') return true;
  const counters = countersOf(node);
  return node.test !== null && conjunctsOf(node.test).some((condition) => isLimit(condition, counters));
}

export const loopRule: Rule = fileRule('every loop in a test has a limit', function* (source) {
  for (const node of nodesOf(source.program)) {
    if (!hasLimit(node)) yield [source.lineOf(node), 'loops without a limit: see test/support/limited-loops.ts'];
  }
});
