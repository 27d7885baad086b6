// What a standard that was adopted proposes besides its reports: result rules, as a draft, a job role, and how long people are kept. Nobody
// has them until the operator says so.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listAgreedJobRoles, listPackages } from '../../../features/report-types/agreement-actions.ts';
import { type Standard, type StandardId, standardIds, standards } from '../../../features/report-types/standards.ts';
import { changeRuleDraft, readRuleDraft } from '../../../features/result-rules/rule-set-actions.ts';
import { rulesOfStandard } from '../../../features/result-rules/rules-of-standards.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, typed } from './account-request.ts';
import { lackingJobRoles } from './lacking-job-roles.ts';

const isNew = ({ revision, rules }: Awaited<ReturnType<typeof readRuleDraft>>) => revision === 0 && rules.length === 0;

/** The model of `standard-proposals.njk`; undefined where nothing is to be proposed. */
async function proposalsOf(ctx: Ctx, { account, path, by, user }: OpenedAccount, id: StandardId) {
  const { label, keepsDays }: Standard = standards[id];
  const settings = await readAccountSettings(ctx, account.id);
  const rules =
    mayDo(user, 'manage_result_rules') && isNew(await readRuleDraft(ctx, by, account.id))
      ? rulesOfStandard(id).length
      : 0;
  const { eraseAfterDays: days } = settings;
  const lacking = lackingJobRoles(await listPackages(ctx, account.id), await listAgreedJobRoles(ctx, account.id));
  const role = lacking.find(({ name }) => name === label);
  const isShorter = keepsDays !== undefined && days > 0 && days < keepsDays.value;
  if (rules === 0 && !isShorter && role === undefined) return undefined;
  return {
    ...{ standard: id, label, rules },
    rulesAction: `${path}/packages/rules`,
    role: role && { level: role.level, href: `${path}/job-roles/new` },
    keeping: isShorter
      ? { days, wanted: keepsDays.value.toLocaleString('en-GB'), href: `${path}/settings` }
      : undefined,
  };
}

/** Of the standard that was just adopted. */
export async function proposalsIn(ctx: Ctx, request: FormRequest, opened: OpenedAccount) {
  const { of } = request.query as { readonly of?: unknown };
  const id = standardIds.find((one) => one === of);
  return id === undefined ? undefined : proposalsOf(ctx, opened, id);
}

export function standardRulesPage(pages: AccountPages, ctx: Ctx): void {
  pages.post('/packages/rules', { permission: 'manage_result_rules' }, async (request, reply, opened) => {
    const { by, account, path } = opened;
    const id = standardIds.find((one) => one === typed(request, 'standard'));
    const draft = await readRuleDraft(ctx, by, account.id);
    // Rules that somebody has written meanwhile stay.
    if (id !== undefined && isNew(draft))
      await changeRuleDraft(ctx, by, account.id, { revision: draft.revision, rules: rulesOfStandard(id) });
    return reply.redirect(`${path}/result-rules`, 303);
  });
}
