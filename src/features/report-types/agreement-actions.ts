// The operator's agreements with an account: job roles, groups and packages; report types are named as in the catalogue.

import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { type Scope, sharedScope } from '../access/scope-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { termProblem } from './agreed-terms.ts';
import {
  areSubsidiaries,
  deletePackage,
  findPackages,
  insertPackage,
  type PackageContent,
  type PackageRow,
  replacePackage,
} from './package-store.ts';
import type { ReportType } from './report-type.ts';
import { findReportType, mostReports, type OrderedOption, optionProblems } from './report-type-rules.ts';
import {
  deleteGroup,
  findGroups,
  findJobRoles,
  type GroupContent,
  insertGroup,
  insertJobRole,
  replaceGroup,
  retireJobRoleRow,
} from './report-type-store.ts';
import { isHigher, roleLevel } from './role-level-rules.ts';
import type { RoleAnswers } from './role-levels.ts';
import type { StandardId } from './standards.ts';

export interface NamedType {
  readonly name: string;
  readonly variant?: string | null;
}

/** The named types, each once; adds unknown names to `problems`. */
export function typesNamed(named: readonly NamedType[], field: string, problems: Problems): (ReportType | undefined)[] {
  const seen = new Set<ReportType>();
  if (named.length === 0) problems.add(field, "can't be blank");
  return named.map(({ name, variant }, index) => {
    const found = findReportType(name, variant ?? null);
    if ('missing' in found) {
      problems.add(`${field}[${index}]`, found.missing === 'name' ? 'is not a report type' : 'has no such variant');
      return undefined;
    }
    if (seen.has(found.type)) problems.add(`${field}[${index}]`, 'is listed twice');
    seen.add(found.type);
    return found.type;
  });
}

const taken = () => new Refusal('invalid_fields', { name: ['has already been taken'] });

function problemsOfName(name: string): Problems {
  const problems = new Problems();
  if (name.trim() === '') problems.add('name', "can't be blank");
  return problems;
}

export interface JobRoleArguments {
  readonly roleTitle: string;
  readonly roleCheckType: 'standard' | 'enhanced';
  readonly workingWithVulnerableAdults?: boolean;
  readonly workingWithChildren?: boolean;
  readonly workingFromHome?: boolean;
  readonly vulnerableAdultsInWorkEnvironment?: boolean;
  readonly childrenInWorkEnvironment?: boolean;
  readonly isVolunteer?: boolean;
  /** To the questions about the role; without them it allows the barred lists of the people with whom it works. */
  readonly answers?: RoleAnswers | undefined;
}

export function createJobRole(ctx: Ctx, by: Asker, accountId: string, role: JobRoleArguments): Promise<number> {
  demand(by, 'manage_agreements');
  const problems = new Problems();
  if (role.roleTitle.trim() === '') problems.add('roleTitle', "can't be blank");
  if (!['standard', 'enhanced'].includes(role.roleCheckType)) {
    problems.add('roleCheckType', 'must be standard or enhanced');
  }
  const decidedOn = ukDateOf(ctx.now());
  const decided = role.answers === undefined ? undefined : roleLevel(role.answers, decidedOn);
  if (decided !== undefined && isHigher(role.roleCheckType, decided.level)) {
    problems.add('roleCheckType', `is more than the role may have, which is ${decided.level}: ${decided.reason}`);
  }
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const id = await insertJobRole(tx.db, accountId, {
      role_title: role.roleTitle.trim(),
      role_check_type: role.roleCheckType,
      working_with_vulnerable_adults: role.workingWithVulnerableAdults ?? false,
      working_with_children: role.workingWithChildren ?? false,
      working_from_home: role.workingFromHome ?? false,
      vulnerable_adults_in_work_environment: role.vulnerableAdultsInWorkEnvironment ?? false,
      children_in_work_environment: role.childrenInWorkEnvironment ?? false,
      is_volunteer: role.isVolunteer ?? false,
      eligibility:
        role.answers === undefined || decided === undefined
          ? null
          : {
              answers: role.answers,
              decidedOn,
              rule: decided.rule,
              level: decided.level,
              barredLists: decided.barredLists,
            },
    });
    const detail = { role_check_type: role.roleCheckType, ...(decided === undefined ? {} : { rule: decided.rule }) };
    await storeAccountEvent(tx, accountId, by, { type: 'job_role.created', resourceId: String(id), detail });
    return id;
  });
}

/** From now on no order can name it. */
export function retireJobRole(ctx: Ctx, by: Asker, accountId: string, id: number): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    if ((await retireJobRoleRow(tx.db, accountId, id)) === 0) throw new Refusal('not_found');
    await storeAccountEvent(tx, accountId, by, { type: 'job_role.retired', resourceId: String(id) });
  });
}

type WithOptions = NamedType & { readonly options?: readonly OrderedOption[] | null };

export interface GroupArguments {
  readonly name: string;
  readonly reports: readonly WithOptions[];
}

/** As `typesNamed`; adds options that a type does not have, too. */
function typesWithOptions(reports: readonly WithOptions[], problems: Problems): (ReportType | undefined)[] {
  const types = typesNamed(reports, 'reports', problems);
  types.forEach((type, index) => {
    const wrong = type === undefined ? [] : optionProblems(type, reports[index]?.options ?? []);
    for (const { path, code, params } of wrong)
      problems.add(`reports[${index}].${path}`, problemSentence(code, params));
  });
  return types;
}

/** Refuses with `invalid_fields` (name, `reports[n]`). */
function groupContent(group: GroupArguments): GroupContent {
  const problems = problemsOfName(group.name);
  const types = typesWithOptions(group.reports, problems);
  problems.refuse('invalid_fields');
  const members = types.map((type, index) => ({
    reportTypeId: type!.id,
    options: group.reports[index]?.options ?? null,
  }));
  return { name: group.name.trim(), members };
}

export function createGroup(ctx: Ctx, by: Asker, accountId: string, group: GroupArguments): Promise<number> {
  demand(by, 'manage_agreements');
  const content = groupContent(group);
  return inTransaction(ctx, async (tx) => {
    const id = await insertGroup(tx.db, accountId, content);
    if (id === undefined) throw taken();
    await storeAccountEvent(tx, accountId, by, { type: 'report_type_group.created', resourceId: String(id) });
    return id;
  });
}

/** Later orders take the changed group. */
export function changeGroup(ctx: Ctx, by: Asker, accountId: string, id: number, group: GroupArguments): Promise<void> {
  demand(by, 'manage_agreements');
  const content = groupContent(group);
  return inTransaction(ctx, async (tx) => {
    if ((await findGroups(tx.db, accountId, [id])).length === 0) throw new Refusal('not_found');
    if (!(await replaceGroup(tx.db, accountId, id, content))) throw taken();
    await storeAccountEvent(tx, accountId, by, { type: 'report_type_group.changed', resourceId: String(id) });
  });
}

/** From now on no order can name it. */
export function endGroup(ctx: Ctx, by: Asker, accountId: string, id: number): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    if ((await deleteGroup(tx.db, accountId, id)) === 0) throw new Refusal('not_found');
    await storeAccountEvent(tx, accountId, by, { type: 'report_type_group.ended', resourceId: String(id) });
  });
}

export interface PackageArguments {
  readonly name: string;
  readonly description?: string;
  /** Of an order of it, instead of the prices of its reports; undefined if these apply, NaN for a text that is no amount. */
  readonly pricePence?: number | undefined;
  /** The subsidiaries of the account that order it; null or undefined for everybody. */
  readonly subsidiaryIds?: readonly string[] | null | undefined;
  /** Of a new package: the standard that it is made from. */
  readonly standard?: StandardId | null;
  readonly reports: readonly (WithOptions & { readonly quantity?: number })[];
}

/** Refuses with `invalid_fields` (name, pricePence, subsidiaryIds, `reports[n]`). */
async function packageContent(ctx: Ctx, accountId: string, pack: PackageArguments): Promise<PackageContent> {
  const problems = problemsOfName(pack.name);
  const { subsidiaryIds = null } = pack;
  if (subsidiaryIds !== null && !(await areSubsidiaries(ctx.db, accountId, subsidiaryIds))) {
    problems.add('subsidiaryIds', 'must be subsidiaries of the account');
  }
  const types = typesWithOptions(pack.reports, problems);
  pack.reports.forEach(({ quantity = 1 }, index) => {
    const isCount = Number.isInteger(quantity) && quantity >= 1 && quantity <= mostReports;
    if (!isCount) problems.add(`reports[${index}].quantity`, `must be a whole number from 1 to ${mostReports}`);
  });
  const priceProblem = termProblem('pricePence', pack.pricePence);
  if (priceProblem !== undefined) problems.add('pricePence', priceProblem);
  const total = pack.reports.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  if (!problems.any && total > mostReports) problems.add('reports', `must be at most ${mostReports} together`);
  problems.refuse('invalid_fields');
  const items = types.map((type, index) => ({
    reportTypeId: type!.id,
    quantity: pack.reports[index]?.quantity ?? 1,
    options: pack.reports[index]?.options ?? null,
  }));
  return {
    name: pack.name.trim(),
    description: pack.description ?? '',
    pricePence: pack.pricePence ?? null,
    subsidiaryIds,
    standard: pack.standard ?? null,
    items,
  };
}

const detailOf = ({ pricePence, subsidiaryIds }: PackageContent) => ({
  price_pence: pricePence,
  ...(subsidiaryIds !== null && { subsidiary_ids: subsidiaryIds }),
});

export async function createPackage(ctx: Ctx, by: Asker, accountId: string, pack: PackageArguments): Promise<number> {
  demand(by, 'manage_agreements');
  const content = await packageContent(ctx, accountId, pack);
  return inTransaction(ctx, async (tx) => {
    const id = await insertPackage(tx.db, accountId, content);
    if (id === undefined) throw taken();
    await storeAccountEvent(tx, accountId, by, {
      ...{ type: 'package.created', resourceId: String(id), detail: detailOf(content) },
    });
    return id;
  });
}

/** Later orders take the changed package. */
export async function changePackage(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  id: number,
  pack: PackageArguments,
): Promise<void> {
  demand(by, 'manage_agreements');
  const content = await packageContent(ctx, accountId, pack);
  return inTransaction(ctx, async (tx) => {
    await readPackage(tx, accountId, id);
    if (!(await replacePackage(tx.db, accountId, id, content))) throw taken();
    await storeAccountEvent(tx, accountId, by, {
      ...{ type: 'package.changed', resourceId: String(id), detail: detailOf(content) },
    });
  });
}

/** From now on no order can name it. */
export function endPackage(ctx: Ctx, by: Asker, accountId: string, id: number): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    if ((await deletePackage(tx.db, accountId, id)) === 0) throw new Refusal('not_found');
    await storeAccountEvent(tx, accountId, by, { type: 'package.ended', resourceId: String(id) });
  });
}

export const listAgreedGroups = (ctx: Ctx, accountId: string) => findGroups(ctx.db, accountId);
export const listAgreedJobRoles = (ctx: Ctx, accountId: string) => findJobRoles(ctx.db, accountId);
export async function readPackage(ctx: Ctx, accountId: string, id: number): Promise<PackageRow> {
  const pack = (await findPackages(ctx.db, accountId)).find((one) => one.id === id);
  if (pack === undefined) throw new Refusal('not_found');
  return pack;
}

export const listPackages = (ctx: Ctx, accountId: string) => findPackages(ctx.db, accountId);

/** Whether somebody may order it: it is for everybody, or for a subsidiary that they see. */
export const isOfferedTo = (scope: Scope, { subsidiary_ids: subsidiaryIds }: Pick<PackageRow, 'subsidiary_ids'>) =>
  sharedScope([{ subsidiaryIds }, scope]) !== undefined;

export async function listOfferedPackages(ctx: Ctx, caller: OrderScope & Authority): Promise<PackageRow[]> {
  demand(caller, 'use_api');
  return (await findPackages(ctx.db, caller.accountId)).filter((pack) => isOfferedTo(caller, pack));
}
