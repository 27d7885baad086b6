// One rule of what is prepared for an account: what is found, its limits, and what it then proposes.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { scopeChoices } from '../../../features/report-types/report-scope-rules.ts';
import {
  type ConditionId,
  conditionOf,
  groupedConditions,
  isCondition,
} from '../../../features/result-rules/conditions.ts';
import { changeRuleDraft, readRuleDraft } from '../../../features/result-rules/rule-set-actions.ts';
import {
  gradesFor,
  gradeWords,
  limitInputs,
  readRule,
  type TypedRule,
  typedOf,
} from '../../../features/result-rules/typed-rule-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { revisionIn, ruleWords } from './result-rules-request.ts';

const path = '/result-rules/draft';
const changing = { permission: 'manage_result_rules' } as const;

const inputs = ['grade', 'scope', 'only', 'codes', ...Object.keys(limitInputs)];

const typedIn = (request: FormRequest, condition: ConditionId): TypedRule => ({
  condition,
  ...Object.fromEntries(inputs.map((name) => [name, typed(request, name)])),
});

/** The reports in which a condition can be found. */
const scopesOf = (condition: ConditionId) =>
  scopeChoices(catalogue.filter((type) => conditionOf(condition).isOf(type)));

function ruleModel(condition: ConditionId, shown: TypedRule) {
  const { label, hint, limits, needs = [], only, takesCodes } = conditionOf(condition);
  return {
    condition,
    label,
    hint,
    only: only && { text: `Only what is ${only}`, checked: shown.only === 'yes' },
    codes: takesCodes && { value: shown.codes ?? '' },
    numbers: limits.map((name) => ({
      ...limitInputs[name],
      ...{ name, value: shown[name] ?? '', isMoney: name === 'pence' },
      hint: (needs as readonly string[]).includes(name) ? undefined : limitInputs[name].hint,
    })),
    grades: gradesFor(condition).map((value) => ({ value, text: gradeWords[value], checked: shown.grade === value })),
    scope: shown.scope ?? '',
    scopes: scopesOf(condition),
  };
}

const choices = groupedConditions.map(([heading, ids]) => ({
  heading,
  conditions: ids.map((id) => ({ id, label: conditionOf(id).label })),
}));

interface ShownRule {
  readonly title: string;
  readonly condition: ConditionId;
  readonly shown: TypedRule;
  readonly action: string;
  readonly revision: number;
  readonly isStored: boolean;
  readonly errors?: FieldMessages;
}

const showRule = (
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenedAccount,
  { title, condition, shown, errors, ...page }: ShownRule,
) =>
  renderAccountPage(request, reply, 'result-rule.njk', opened, {
    ...{ title, errors, ...page },
    section: 'Result rules',
    back: { text: 'Result rules', href: `${opened.path}/result-rules#prepared` },
    rule: ruleModel(condition, shown),
  });

export function resultRulePages(pages: AccountPages, ctx: Ctx): void {
  const done = (reply: FastifyReply, { path: account }: OpenedAccount, code: string) =>
    reply.redirect(`${account}/result-rules?done=${code}#prepared`, 303);

  const draftOf = async ({ by, account }: OpenedAccount) => {
    const draft = await readRuleDraft(ctx, by, account.id);
    if (draft.revision === 0) throw new Refusal('not_found');
    return draft;
  };

  /** The stored rule of this number, or undefined for a new one. Refuses with `not_found` a number that there is not. */
  async function ruleIn(request: FormRequest, opened: OpenedAccount) {
    const draft = await draftOf(opened);
    const at = Number(request.params.number) - 1;
    const rule = Number.isInteger(at) ? draft.rules[at] : undefined;
    if (rule === undefined) throw new Refusal('not_found');
    return { draft, at, rule };
  }

  pages.get(`${path}/new`, changing, async (request, reply, opened) => {
    const draft = await draftOf(opened);
    const condition = String(request.query.condition ?? '');
    const action = `${opened.path}${path}/new?condition=${condition}`;
    if (!isCondition(condition))
      return renderAccountPage(request, reply, 'result-rule-choice.njk', opened, {
        title: 'New rule: what is found',
        section: 'Result rules',
        back: { text: 'Result rules', href: `${opened.path}/result-rules#prepared` },
        choices,
      });
    const page = { title: 'New rule', action, revision: draft.revision, isStored: false };
    return showRule(request, reply, opened, { ...page, condition, shown: typedIn(request, condition) });
  });

  pages.post(`${path}/new`, changing, async (request, reply, opened) => {
    const draft = await draftOf(opened);
    const condition = String(request.query.condition ?? '');
    if (!isCondition(condition)) throw new Refusal('not_found');
    const shown = typedIn(request, condition);
    const { rule, problems } = readRule(shown);
    const save = () =>
      changeRuleDraft(ctx, opened.by, opened.account.id, {
        revision: revisionIn(request),
        rules: [...draft.rules, rule],
      });
    const errors = problems.any ? problems.fields : await refusedFields(save, ruleWords);
    if (errors === undefined) return done(reply, opened, 'saved');
    const action = `${opened.path}${path}/new?condition=${condition}`;
    const page = { title: 'New rule', action, revision: draft.revision, isStored: false, errors };
    return showRule(request, reply.status(422), opened, { ...page, condition, shown });
  });

  pages.get(`${path}/:number`, changing, async (request, reply, opened) => {
    const { draft, at, rule } = await ruleIn(request, opened);
    const page = { title: `Rule ${at + 1}`, action: `${opened.path}${path}/${at + 1}`, revision: draft.revision };
    const { condition } = rule;
    return showRule(request, reply, opened, { ...page, isStored: true, condition, shown: typedOf(rule) });
  });

  pages.post(`${path}/:number`, changing, async (request, reply, opened) => {
    const { draft, at, rule: before } = await ruleIn(request, opened);
    const isRemoval = typed(request, 'do') === 'remove';
    const shown = typedIn(request, before.condition);
    const { rule, problems } = readRule(shown);
    const rules = isRemoval ? draft.rules.toSpliced(at, 1) : draft.rules.with(at, rule);
    const save = () => changeRuleDraft(ctx, opened.by, opened.account.id, { revision: revisionIn(request), rules });
    const errors = problems.any && !isRemoval ? problems.fields : await refusedFields(save, ruleWords);
    if (errors === undefined) return done(reply, opened, isRemoval ? 'removed' : 'saved');
    const page = {
      title: `Rule ${at + 1}`,
      action: `${opened.path}${path}/${at + 1}`,
      revision: draft.revision,
      errors,
    };
    return showRule(request, reply.status(422), opened, {
      ...page,
      isStored: true,
      condition: before.condition,
      shown: isRemoval ? typedOf(before) : shown,
    });
  });
}
