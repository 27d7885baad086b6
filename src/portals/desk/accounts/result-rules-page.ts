// The result rules of an account: what is in force, what is prepared, on whom it would have an effect, and its publication.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { previewRules, TRIED_DAYS } from '../../../features/lists/rule-preview-actions.ts';
import { houseRules } from '../../../features/result-rules/house-rules.ts';
import type { ResultRule } from '../../../features/result-rules/rule-set.ts';
import {
  changeRuleDraft,
  discardRuleDraft,
  publishRules,
  readRuleDraft,
  readRules,
} from '../../../features/result-rules/rule-set-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { ruleRows, setModel } from '../../shared/result-rules/rule-rows.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { accountsToCopy } from './agreement-copy-page.ts';
import { resultRulePages } from './result-rule-pages.ts';
import { revisionIn, ruleWords } from './result-rules-request.ts';

const path = '/result-rules';
const changing = { permission: 'manage_result_rules' } as const;

const notices = {
  begun: 'The rules are prepared below: change them, then publish them.',
  saved: 'The rule is saved. It counts once the rules are published.',
  removed: 'The rule is removed from what is prepared. The rules after it have other numbers now.',
  discarded: 'What was prepared is given up. The published rules are as they were.',
  published: 'The rules are published. Reports that are complete keep the rules that judged them.',
};

/** With what the draft can begin: the rules as they are, the usual ones, and those of other accounts. */
async function beginnings(ctx: Ctx, opened: OpenedAccount) {
  const { sets } = await readRules(ctx, opened.by, opened.account.id);
  const others = await Promise.all(
    (await accountsToCopy(ctx, opened)).map(async ({ id, name }) => ({
      ...{ value: id, text: `The rules of ${name}` },
      rules: (await readRules(ctx, opened.by, id)).current?.rules ?? [],
    })),
  );
  return [
    ...(sets[0] === undefined ? [] : [{ value: 'own', text: 'The rules as they are', rules: sets[0].rules }]),
    { value: 'house', text: 'The usual rules of the trade', rules: houseRules },
    ...others.filter(({ rules }) => rules.length > 0),
    { value: 'none', text: 'No rules', rules: [] as readonly ResultRule[] },
  ];
}

async function rulesModel(ctx: Ctx, request: FormRequest, opened: OpenedAccount) {
  const { account, by, user } = opened;
  const { sets, current, coming } = await readRules(ctx, by, account.id);
  const mayChange = mayDo(user, 'manage_result_rules');
  const draft = mayChange ? await readRuleDraft(ctx, by, account.id) : undefined;
  const shown = new Set([current?.version, ...coming.map(({ version }) => version)]);
  return {
    title: 'Result rules',
    section: 'Result rules' as const,
    done: noticeIn(request, notices),
    current: current && setModel(current),
    coming: coming.map(setModel),
    earlier: sets.filter(({ version }) => !shown.has(version)).map(setModel),
    draft: draft && draft.revision > 0 ? { ...draft, rows: ruleRows(draft.rules) } : undefined,
    beginnings: draft?.revision === 0 ? await beginnings(ctx, opened) : [],
    from: typed(request, 'from') || ukDateOf(ctx.now()),
    triedDays: TRIED_DAYS,
  };
}

export function resultRulesPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) =>
    renderAccountPage(request, reply, 'result-rules.njk', opened, {
      ...(await rulesModel(ctx, request, opened)),
      errors,
    });

  pages.get(path, { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));

  pages.post(`${path}/draft`, changing, async (request, reply, opened) => {
    const chosen = (await beginnings(ctx, opened)).find(({ value }) => value === typed(request, 'from_rules'));
    if (chosen === undefined)
      return show(request, reply.status(422), opened, { from_rules: ['Select what the rules begin with'] });
    const begin = () => changeRuleDraft(ctx, opened.by, opened.account.id, { revision: 0, rules: chosen.rules });
    const errors = await refusedFields(begin, ruleWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}${path}?done=begun#prepared`, 303);
  });

  pages.post(`${path}/draft/discard`, changing, async (request, reply, opened) => {
    const discard = () => discardRuleDraft(ctx, opened.by, opened.account.id, revisionIn(request));
    const errors = await refusedFields(discard, ruleWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}${path}?done=discarded`, 303);
  });

  pages.get(`${path}/preview`, changing, async (request, reply, opened) => {
    const { revision, rules } = await readRuleDraft(ctx, opened.by, opened.account.id);
    if (revision === 0) throw new Refusal('not_found');
    const preview = await previewRules(ctx, opened.by, opened.account.id, rules);
    return renderAccountPage(request, reply, 'result-rules-preview.njk', opened, {
      title: 'What these rules would have proposed',
      section: 'Result rules',
      back: { text: 'Result rules', href: `${opened.path}${path}` },
      preview,
      triedDays: TRIED_DAYS,
      rows: ruleRows(rules).map((row, at) => ({ ...row, reports: preview.byRule[at] })),
    });
  });

  pages.post(`${path}/publish`, changing, async (request, reply, opened) => {
    const from = typed(request, 'from');
    if (parseDate(from) === undefined)
      return show(request, reply.status(422), opened, { from: ['Enter the first day of the rules'] });
    const publish = () => publishRules(ctx, opened.by, opened.account.id, { revision: revisionIn(request), from });
    const errors = await refusedFields(publish, ruleWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}${path}?done=published`, 303);
  });

  resultRulePages(pages, ctx);
}
