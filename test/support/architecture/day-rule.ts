// The architecture rule for days: what day it is depends on the place, and every day of ours is one of the UK.
import type { Node } from 'oxc-parser';
import { fileRule, type Rule } from './rule.ts';
import { nodesOf } from './sources.ts';

const dates = 'src/lib/dates.ts';

/** Where the arithmetic of days is. */
const arithmetic: readonly string[] = [dates, 'src/lib/uk-times.ts'];

/** The parts of a date by the clock of UTC, or of the machine. */
const parts = /^(?:get(?:UTC)?(?:Date|Day|Month|FullYear)|toDateString|toLocaleDateString)$/;

const nameOf = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && !node.computed ? (node.property as { name: string }).name : undefined;

/** Whether it cuts the day off the text of a moment: `at.toISOString().slice(0, 10)`. */
function cutsDay(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object } = node.callee;
  if (object.type !== 'CallExpression' || nameOf(object.callee) !== 'toISOString') return false;
  const [first, second] = node.arguments.map((given) => (given.type === 'Literal' ? given.value : undefined));
  const cut = nameOf(node.callee);
  return (
    cut === 'split' || (['slice', 'substring', 'substr'].includes(cut ?? '') && first === 0 && Number(second) <= 10)
  );
}

export const dayRule: Rule = fileRule('the day of a moment is its day in the UK', function* (source) {
  if (arithmetic.includes(source.path)) return;
  for (const { from, names, line } of source.imports)
    if (from === dates && names.includes('dateOf')) yield [line, 'takes the day of a moment in UTC'];
  for (const node of nodesOf(source.program)) {
    if (cutsDay(node)) yield [source.lineOf(node), 'cuts a day in UTC off the text of a moment'];
    const called = node.type === 'CallExpression' ? nameOf(node.callee) : undefined;
    if (called !== undefined && parts.test(called)) yield [source.lineOf(node), `calls ${called}`];
  }
});
