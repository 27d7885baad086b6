// The rules of who gets what: who keeps them, what they would do now, and doing it.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, authorityOf, demand, othersMay } from '../access/permissions.ts';
import { readDeskLanguages } from '../accounts/desk-language-actions.ts';
import { isHereOn, workShare } from '../accounts/hours-rules.ts';
import { lockDeskUsers } from '../accounts/sign-in-actions.ts';
import { assigneeOf, giveFree } from '../cases/assignee-actions.ts';
import type { Screener } from '../cases/screening-actions.ts';
import { listWorkers, type Worker } from '../cases/spread-actions.ts';
import { findDeskAccounts } from '../lists/desk-account-queries.ts';
import { isScope } from '../report-types/report-scope-rules.ts';
import { listTeamPeople, listTeams } from '../teams/team-actions.ts';
import { type FreeRow, findFree, findOrderHolders } from './assignment-queries.ts';
import {
  type Assigned,
  type AssignmentRule,
  assignByRules,
  type GivenRule,
  isAboutSame,
  isForEarlier,
  isFormLanguage,
  isNewTo,
  ruleProblems,
  sinceEver,
  type Unassigned,
} from './assignment-rules.ts';
import { deleteRule, findRules, lockRules, orderRules, type StoredRule, upsertRule } from './assignment-store.ts';

/** Rules about all accounts are of those who see all. */
export const mayChangeRule = ({ accounts }: Pick<Screener, 'accounts'>, accountId: string | null): boolean =>
  accounts === 'all' || (accountId !== null && accounts.includes(accountId));

/** Those about accounts of the reader, and about all, in their order. */
export async function listRules(ctx: Ctx, by: Screener): Promise<StoredRule[]> {
  demand(authorityOf(by), 'read_team');
  const isSeen = ({ accountId }: AssignmentRule) => accountId === null || mayChangeRule(by, accountId);
  return (await findRules(ctx.db)).filter(isSeen);
}

/** The program itself: how much everybody has, in all accounts, decides who gets more. */
const wholeDesk: Screener = { userId: '', accounts: 'all', permissions: othersMay.system };

export interface Plan {
  readonly found: readonly FreeRow[];
  readonly people: readonly Worker[];
  readonly given: readonly Assigned[];
  readonly left: readonly Unassigned[];
}

interface Wanted {
  readonly accounts: Screener['accounts'];
  /** Only reports that nobody has had yet, and on which work began since their rule is there. */
  readonly isNew: boolean;
}

async function planOf(ctx: Ctx, rules: readonly AssignmentRule[], { accounts, isNew }: Wanted): Promise<Plan> {
  const today = ukDateOf(ctx.now());
  const [free, people, teams, languagesOf] = await Promise.all([
    findFree(ctx.db, accounts, { isNew }),
    listWorkers(ctx, wholeDesk, 'live'),
    listTeams(ctx, 'system'),
    readDeskLanguages(ctx, 'system'),
  ]);
  const membersOf = (id: string) => teams.find((team) => team.id === id)?.members ?? [];
  const able = people.map((one) => ({
    ...assigneeOf(one)!,
    toDo: one.toDo,
    share: workShare(one),
    languages: languagesOf(one.id),
    isHere: isHereOn(one, today),
  }));
  const found = isNew ? free.filter((report) => isNewTo(rules, report)) : free;
  const holders = rules.some(({ keepsOrder }) => keepsOrder)
    ? await findOrderHolders(ctx.db, accounts, [...new Set(found.map(({ check_id }) => check_id))])
    : [];
  const byCheck = Map.groupBy(holders, ({ check_id }) => check_id);
  const holdersOf = (checkId: string) => (byCheck.get(checkId) ?? []).map(({ user_id }) => user_id);
  return { found, people, ...assignByRules(found, { rules, membersOf, people: able, holdersOf }) };
}

/** Nobody is disabled, or away, between what is planned and what is done. */
async function lockForWork(tx: Ctx): Promise<readonly StoredRule[]> {
  const rules = await lockRules(tx.db);
  const teams = await listTeams(tx, 'system');
  const ofTeam = ({ teamId }: AssignmentRule) => teams.find(({ id }) => id === teamId)?.members ?? [];
  await lockDeskUsers(tx.db, [...new Set(rules.flatMap((rule) => [...ofTeam(rule), ...rule.people]))]);
  return rules;
}

async function carryOut(tx: Ctx, by: Asker, accounts: Screener['accounts'], { given, people }: Plan): Promise<number> {
  let done = 0;
  for (const of of Map.groupBy(given, ({ rule, userId }) => `${rule.id} ${userId}`).values()) {
    const [{ rule, userId }] = of as [Assigned, ...Assigned[]];
    const to = assigneeOf(people.find(({ id }) => id === userId)!)!;
    done += await giveFree(tx, by, accounts, { reportIds: of.map(({ reportId }) => reportId), to, rule: rule.name });
  }
  return done;
}

/** What the rules would do now with the unassigned reports of the reader's accounts. */
export async function previewRules(ctx: Ctx, by: Screener): Promise<Plan> {
  demand(authorityOf(by), 'read_team');
  return planOf(ctx, await findRules(ctx.db), { accounts: by.accounts, isNew: false });
}

/** Does what `previewRules` says. Returns how many reports are assigned. */
export function assignNow(ctx: Ctx, by: Screener): Promise<number> {
  demand(authorityOf(by), 'arrange_work');
  return inTransaction(ctx, async (tx) => {
    const plan = await planOf(tx, await lockForWork(tx), { accounts: by.accounts, isNew: false });
    return carryOut(tx, authorityOf(by), by.accounts, plan);
  });
}

/** Assigns the reports that became ready. A rule is not about what was ready before it was made. */
export async function assignNewReports(ctx: Ctx): Promise<number> {
  if ((await findRules(ctx.db)).length === 0) return 0;
  return inTransaction(ctx, async (tx) => {
    const plan = await planOf(tx, await lockForWork(tx), { accounts: 'all', isNew: true });
    return carryOut(tx, 'system', 'all', plan);
  });
}

async function ruleFrom(
  ctx: Ctx,
  by: Screener,
  before: StoredRule | undefined,
  given: GivenRule,
): Promise<AssignmentRule> {
  const problems = ruleProblems(given);
  const accountId = given.accountId === '' ? null : given.accountId;
  const isKnown =
    accountId === null || (await findDeskAccounts(ctx.db, by.accounts)).some(({ id }) => id === accountId);
  if (!isKnown || !mayChangeRule(by, accountId)) problems.add('account', 'must be one of yours');
  const teams = await listTeams(ctx, 'system');
  if (given.teamId !== '' && !teams.some(({ id }) => id === given.teamId)) problems.add('team', 'is not known');
  problems.refuse('invalid_fields');
  // Whom the user does not see stays in the rule.
  const seen = (await listTeamPeople(ctx, by)).map(({ id }) => id);
  const unseen = (before?.people ?? []).filter((one) => !seen.includes(one));
  const rule = {
    ...{ id: before?.id ?? ctx.newId(), name: given.name.trim(), accountId, onlyUrgent: given.onlyUrgent },
    reports: isScope(given.reports) ? given.reports : null,
    country: given.country === '' ? null : given.country,
    formLanguage: isFormLanguage(given.formLanguage) ? given.formLanguage : null,
    speaks: given.speaks === '' ? null : given.speaks,
    keepsOrder: given.keepsOrder,
    teamId: given.teamId === '' ? null : given.teamId,
    people: [...new Set([...given.people.filter((one) => seen.includes(one)), ...unseen])],
    mostOpen: given.mostOpen === '' ? null : Number(given.mostOpen),
    appliesFrom: given.isForEarlier ? sinceEver : ctx.now(),
  };
  const isAsBefore = before !== undefined && isForEarlier(before) === given.isForEarlier && isAboutSame(before, rule);
  return isAsBefore ? { ...rule, appliesFrom: before.appliesFrom } : rule;
}

/** Refuses with `not_found` a rule that the user does not see, and with `not_permitted` one that is not theirs. */
function ownRule(by: Screener, rules: readonly StoredRule[], id: string | undefined): StoredRule | undefined {
  const rule = rules.find((one) => one.id === id);
  if (id !== undefined && rule === undefined) throw new Refusal('not_found');
  if (rule !== undefined && !mayChangeRule(by, rule.accountId)) throw new Refusal('not_permitted');
  return rule;
}

/**
 * What the rule would do now, in its place among the others, with the unassigned reports of the user's accounts; nothing is
 * stored. Refuses as `keepRule`. @param id undefined for a new one, which comes last
 */
export async function tryRule(ctx: Ctx, by: Screener, id: string | undefined, given: GivenRule): Promise<Plan> {
  demand(authorityOf(by), 'arrange_work');
  const rules = await findRules(ctx.db);
  const before = ownRule(by, rules, id);
  const rule = await ruleFrom(ctx, by, before, given);
  const tried = before === undefined ? [...rules, rule] : rules.map((one) => (one === before ? rule : one));
  const plan = await planOf(ctx, tried, { accounts: by.accounts, isNew: false });
  const isIts = (one: { readonly rule: AssignmentRule | undefined }) => one.rule === rule;
  return { ...plan, given: plan.given.filter(isIts), left: plan.left.filter(isIts) };
}

/**
 * Makes a rule, the last, or changes one. Refuses with `invalid_fields` (`name`, `reports`, `account`, `form_language`, `team`,
 * `people`, `speaks`, `most_open`), `not_found`, and `not_permitted`. Returns its id.
 */
export async function keepRule(ctx: Ctx, by: Screener, id: string | undefined, given: GivenRule): Promise<string> {
  demand(authorityOf(by), 'arrange_work');
  return inTransaction(ctx, async (tx) => {
    const before = ownRule(by, await lockRules(tx.db), id);
    const rule = await ruleFrom(tx, by, before, given);
    await upsertRule(tx.db, { ...rule, changedBy: `user:${by.userId}`, changedAt: tx.now() });
    return rule.id;
  });
}

/** Refuses with `not_found`, and `not_permitted`. */
export function removeRule(ctx: Ctx, by: Screener, id: string): Promise<void> {
  demand(authorityOf(by), 'arrange_work');
  return inTransaction(ctx, async (tx) => {
    ownRule(by, await lockRules(tx.db), id);
    await deleteRule(tx.db, id);
  });
}

/** Before the one that the user sees above it; the first stays. Refuses with `not_found`, and `not_permitted`. */
export function moveRuleUp(ctx: Ctx, by: Screener, id: string): Promise<void> {
  demand(authorityOf(by), 'arrange_work');
  return inTransaction(ctx, async (tx) => {
    const rules = await lockRules(tx.db);
    ownRule(by, rules, id);
    const seen = (await listRules(tx, by)).map((one) => one.id);
    const above = seen[seen.indexOf(id) - 1];
    const others = rules.map((one) => one.id).filter((one) => one !== id);
    if (above !== undefined) await orderRules(tx.db, others.toSpliced(others.indexOf(above), 0, id));
  });
}
