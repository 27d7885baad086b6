// What a candidate has still to do, by name: steps of the form that are not done, and documents that are missing; never an answer.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { missingToTell } from './document-actions.ts';
import { findFilledForm } from './form-actions.ts';
import type { FormPage } from './form-page.ts';
import { formStandings } from './form-page-rules.ts';

export interface OpenSteps {
  /** Of a form that is not sent yet. */
  readonly pages: readonly FormPage[];
  /** Besides them, some that an answer asks for: their names would tell it, such as that there are convictions. */
  readonly hasOthers: boolean;
  /** In words. One whose name would tell something of the person is only counted in. */
  readonly documents: readonly string[];
}

/** Undefined of a check that is over, or whose candidate has no form; nothing is known before they opened it. */
export async function readOpenSteps(ctx: Ctx, caller: Caller, check: Check): Promise<OpenSteps | undefined> {
  demand(caller, 'read_checks', 'read_reports');
  if (!isOngoing(check.status) || check.type !== 'standard' || check.isRestricted || check.formOpenedAt === null)
    return undefined;
  const form = await findFilledForm(ctx, caller, check.id);
  if (form === undefined) return undefined;
  const { order, scope, saved } = form;
  const types = check.reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const isAwaited = check.status === 'awaiting_applicant';
  const open = isAwaited ? formStandings(order.facts, scope, saved).filter(({ status }) => status !== 'complete') : [];
  const unanswered = new Set(formStandings(order.facts, scope, new Map()).map(({ page }) => page.id));
  const pages = open.flatMap(({ page }) => (unanswered.has(page.id) ? [page] : []));
  const wanting = {
    types,
    scope,
    order,
    saved,
    orderId: check.orderId,
    caller: { ...caller, subsidiaryIds: caller.subsidiaryIds ?? null },
  };
  return {
    pages,
    hasOthers: pages.length < open.length,
    documents: await missingToTell(ctx, wanting, check),
  };
}
