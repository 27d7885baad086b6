// One more finding never gives a better light, whatever the condition, the type of report and its list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Breakdown, Entries, Properties } from '../../../src/features/report-types/breakdown.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import type { ReportType } from '../../../src/features/report-types/report-type.ts';
import { type ConditionId, conditionOf, conditions } from '../../../src/features/result-rules/conditions.ts';
import type { JudgedReport, Limits } from '../../../src/features/result-rules/result-rule.ts';
import { firedRules } from '../../../src/features/result-rules/rule-set-rules.ts';
import { type Random, seededRandom } from '../../support/random.ts';

const today = '2026-05-20';

/** The list says what its part is about, so that its first entry tells more than the part alone. */
const listSaysMore: readonly ConditionId[] = ['gap', 'dates_differ', 'endorsement', 'judgment'];

const dayOf = (random: Random) => `20${10 + random.below(20)}-0${1 + random.below(9)}`;

function particularOf(random: Random, kind: Properties[string]): unknown {
  if (typeof kind === 'object' && 'choice' in kind) return random.pick(Object.keys(kind.choice));
  if (typeof kind === 'object') return undefined;
  if (kind.startsWith('date')) return dayOf(random);
  return kind === 'number' || kind === 'pence' ? random.below(200_000) : random.pick(['DR10', 'SP30', 'Acme']);
}

const entryOf = (random: Random, { entries }: Entries) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, kind]) =>
      random.below(100) < 70 ? [[name, particularOf(random, kind)] as const] : [],
    ),
  );

const listsOf = (known: Properties) =>
  Object.entries(known).flatMap(([name, kind]) =>
    typeof kind === 'object' && 'entries' in kind ? [[name, kind] as const] : [],
  );

/** Evidence of a gap speaks for the candidate. */
const adverseListsOf = (known: Properties) => listsOf(known).filter(([name]) => name !== 'evidence');

const badAnswers = (known: Breakdown) =>
  Object.entries(known).flatMap(([name, { means }]) =>
    Object.entries(means).flatMap(([answer, result]) => (result === 'consider' ? [[name, answer] as const] : [])),
  );

const limitsOf = (random: Random, id: ConditionId): Limits => ({
  ...Object.fromEntries(
    conditionOf(id).limits.flatMap((name) =>
      conditionOf(id).needs?.includes(name) || random.below(2) === 0
        ? [[name, name === 'pence' ? random.below(200_000) : 1 + random.below(name === 'days' ? 60 : 3)]]
        : [],
    ),
  ),
  ...(conditionOf(id).takesCodes && random.below(2) === 0 && { codes: 'DR' }),
  ...(conditionOf(id).only !== undefined && random.below(2) === 0 && { only: true as const }),
});

function randomReport(random: Random, type: ReportType): JudgedReport {
  const bad = badAnswers(type.breakdown).filter(() => random.below(4) === 0);
  const good = Object.entries(type.breakdown).flatMap(([name, { means }]) =>
    'clear' in means && random.below(4) === 0 ? [[name, 'clear'] as const] : [],
  );
  const lists = listsOf(type.properties).map(([name, list]) => [
    name,
    Array.from({ length: random.below(3) }, () => entryOf(random, list)),
  ]);
  return {
    ...{ type, today, properties: Object.fromEntries(lists) },
    breakdown: Object.fromEntries([...good, ...bad].map(([name, result]) => [name, { result }])),
  };
}

/** The report with one more part that calls for attention, and with one more entry of each list. */
function worseThan(random: Random, id: ConditionId, report: JudgedReport): JudgedReport[] {
  const { type, breakdown, properties } = report;
  const parts = badAnswers(type.breakdown)
    .filter(([name]) => breakdown[name] === undefined || breakdown[name].result === 'clear')
    .map(([name, result]) => ({ ...report, breakdown: { ...breakdown, [name]: { result } } }));
  const isSaidByPart = listSaysMore.includes(id) && Object.keys(breakdown).length > 0;
  const lists = isSaidByPart
    ? []
    : adverseListsOf(type.properties).map(([name, list]) => ({
        ...report,
        properties: { ...properties, [name]: [...(properties[name] as unknown[]), entryOf(random, list)] },
      }));
  return [...parts, ...lists];
}

const typesOf = (id: ConditionId) => catalogue.filter((type) => conditionOf(id).isOf(type));

for (const id of Object.keys(conditions) as ConditionId[])
  test(`one more finding never takes away what the condition ${id} counts`, () => {
    const random = seededRandom(11);
    const types = typesOf(id);
    for (let round = 0; round < 400; round++) {
      const rule = { condition: id, limits: limitsOf(random, id), grade: 'red', scope: null } as const;
      const report = randomReport(random, random.pick(types));
      if (firedRules([rule], report).length === 0) continue;
      for (const worse of worseThan(random, id, report)) {
        const { breakdown, properties } = worse;
        const says = JSON.stringify({ limits: rule.limits, type: report.type.name, before: report.properties });
        assert.ok(firedRules([rule], worse).length > 0, `${says} ${JSON.stringify({ breakdown, properties })}`);
      }
    }
  });
