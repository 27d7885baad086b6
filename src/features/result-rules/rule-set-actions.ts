// The result rules of an account: the desk prepares a draft and publishes it with a day; a version is never changed.
import { isDeepStrictEqual } from 'node:util';
import { type Actor, type Ctx, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { ResultRule, RuleSet } from './rule-set.ts';
import {
  deleteRuleDraft,
  findRuleDraft,
  findRuleSets,
  findRulesOn,
  insertRuleSet,
  type PublishedSet,
  saveRuleDraft,
} from './rule-set-store.ts';
import { gradesFor, MOST_RULES } from './typed-rule-rules.ts';

export type { PublishedSet };

/** The rules that judge the outcomes of a day; undefined where the account has none. */
export const rulesOn = (ctx: Pick<Ctx, 'db'>, accountId: string, day: IsoDate): Promise<RuleSet | undefined> =>
  findRulesOn(ctx.db, accountId, day);

export interface ReadRules {
  /** The newest version first. */
  readonly sets: readonly PublishedSet[];
  /** The version of today; undefined where none applies. */
  readonly current: PublishedSet | undefined;
  /** Those that are to apply from a later day, the next first. */
  readonly coming: readonly PublishedSet[];
}

export async function readRules(ctx: Pick<Ctx, 'db' | 'now'>, by: Asker, accountId: string): Promise<ReadRules> {
  demand(by, 'read_accounts', 'read_agreement');
  const today = ukDateOf(ctx.now());
  const sets = await findRuleSets(ctx.db, accountId);
  const inForce = await findRulesOn(ctx.db, accountId, today);
  const coming = sets.filter(({ from }) => from > today);
  return {
    sets,
    current: sets.find(({ version }) => version === inForce?.version),
    // Of two of one day only the later one is ever applied.
    coming: coming
      .filter((one) => !coming.some(({ from, version }) => from === one.from && version > one.version))
      .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  };
}

export interface RuleDraft {
  /** 0 where nothing is prepared: the rules are then those of the newest version. */
  readonly revision: number;
  readonly rules: readonly ResultRule[];
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

export async function readRuleDraft(ctx: Pick<Ctx, 'db'>, by: Asker, accountId: string): Promise<RuleDraft> {
  demand(by, 'manage_result_rules');
  const draft = await findRuleDraft(ctx.db, accountId);
  if (draft !== undefined) return draft;
  const [newest] = await findRuleSets(ctx.db, accountId);
  return { revision: 0, rules: newest?.rules ?? [], changedBy: null, changedAt: null };
}

const authorOf = (by: Asker): Actor => (by === 'system' ? 'system' : by.actor);

export const rulesChanged = 'Somebody changed these rules meanwhile: look at them, then try again';
export const rulesAreSame = 'They are the same as before: change something first';

const meanwhile = () => new Refusal('invalid_fields', { rules: [rulesChanged] });

/** Refuses with `invalid_fields` (rules) what somebody else changed since `revision`, and too many rules. */
export async function changeRuleDraft(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { revision, rules }: Pick<RuleDraft, 'revision' | 'rules'>,
): Promise<void> {
  demand(by, 'manage_result_rules');
  if (rules.length > MOST_RULES) throw new Refusal('invalid_fields', { rules: [`can be at most ${MOST_RULES}`] });
  const change = { revision, rules, author: authorOf(by), changedAt: ctx.now() };
  if (!(await saveRuleDraft(ctx.db, accountId, change))) throw meanwhile();
}

/** What is prepared is given up; the published versions stay. */
export async function discardRuleDraft(ctx: Ctx, by: Asker, accountId: string, revision: number): Promise<void> {
  demand(by, 'manage_result_rules');
  if (!(await deleteRuleDraft(ctx.db, accountId, revision))) throw meanwhile();
}

/** Nobody could follow a rule that proposes Green for what cannot be Clear. */
function refuseUnfollowable(rules: readonly ResultRule[]): void {
  const at = rules.findIndex(({ condition, grade }) => !gradesFor(condition).includes(grade));
  if (at < 0) return;
  const why = `Rule ${at + 1} cannot propose Green: a report in which this is found cannot be Clear`;
  throw new Refusal('invalid_fields', { rules: [why] });
}

/**
 * Publishes the draft as the next version. Refuses with `invalid_fields` a day that is over (from), and (rules) a draft that
 * says what the newest version says, that somebody else changed, or of which a rule can never be followed.
 */
export async function publishRules(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { revision, from }: { readonly revision: number; readonly from: IsoDate },
): Promise<number> {
  demand(by, 'manage_result_rules');
  if (from < ukDateOf(ctx.now()))
    throw new Refusal('invalid_fields', { from: ['is over: choose today or a later day'] });
  return inTransaction(ctx, async (tx) => {
    const draft = await findRuleDraft(tx.db, accountId);
    if (draft === undefined || draft.revision !== revision) throw meanwhile();
    refuseUnfollowable(draft.rules);
    const [newest] = await findRuleSets(tx.db, accountId);
    if (newest !== undefined && newest.from <= from && isDeepStrictEqual(newest.rules, draft.rules))
      throw new Refusal('invalid_fields', { rules: [rulesAreSame] });
    const version = (newest?.version ?? 0) + 1;
    const set = { version, from, rules: draft.rules, author: authorOf(by), createdAt: tx.now() };
    if (!(await insertRuleSet(tx.db, accountId, set))) throw meanwhile();
    if (!(await deleteRuleDraft(tx.db, accountId, revision))) throw meanwhile();
    const detail = { version, from, rules: draft.rules.length };
    const who = by === 'system' ? ('system' as const) : by;
    await storeAccountEvent(tx, accountId, who, {
      ...{ type: 'account.result_rules_published', resourceId: accountId, detail },
    });
    return version;
  });
}

/** Publishes the rules of today of one account for another, which has none yet. */
export async function copyRules(
  tx: Ctx,
  by: Asker,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { current } = await readRules(tx, by, from);
  if (current === undefined) return;
  await changeRuleDraft(tx, by, to, { revision: 0, rules: current.rules });
  const { revision } = await readRuleDraft(tx, by, to);
  await publishRules(tx, by, to, { revision, from: ukDateOf(tx.now()) });
}
