// Mails the client what happened to an order of theirs.
import type { Caller, Ctx } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { Permission } from '../access/permissions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { OrderNewsTemplate } from '../emails/order-news-words.ts';
import { mailCompletion } from './candidate-result-mail-actions.ts';
import type { Check } from './check.ts';
import { resultsUri } from './check-links.ts';
import { type ClientContact, findClientContacts, type SoughtContacts } from './client-contact-queries.ts';
import { newsOfMove } from './client-news-rules.ts';

type Asked = readonly [Permission, ...Permission[]];

/** Who ordered a check may not be allowed to read its results: then somebody who is hears of them too. */
const aboutResults: Asked = ['read_checks', 'read_results'];
const aboutOrder: Asked = ['read_checks'];

/** What somebody must be allowed to do about each mail. */
const asked: Readonly<Record<OrderNewsTemplate, Asked>> = {
  identity_awaited: ['confirm_identity'],
  check_complete: aboutResults,
  check_without_result: aboutOrder,
  candidate_withdrew: aboutOrder,
  candidate_ended_monitoring: aboutOrder,
  candidate_refused_report: aboutOrder,
  data_requested: aboutOrder,
  erasure_answered: ['ask_erasures'],
  candidate_restricted: aboutOrder,
  restriction_lifted: aboutOrder,
  conditional_start_ending: aboutOrder,
  conditional_start_over: aboutOrder,
  hearing_answered: ['decide_on_candidates'],
  hearing_lapsed: ['decide_on_candidates'],
  decision_proposed: ['decide_on_candidates'],
  decision_sent_back: ['decide_on_candidates'],
  decision_awaited: ['decide_on_candidates'],
  decision_overdue: ['decide_on_candidates'],
  conditions_due: ['decide_on_candidates'],
  review_due: ['decide_on_candidates'],
  comment_added: ['answer_queries'],
  result_disputed: aboutResults,
  dispute_settled: aboutResults,
  reference_updated: aboutResults,
  reference_update_settled: aboutResults,
  report_reopened: aboutResults,
  report_changed: aboutResults,
  report_complete_again: aboutResults,
  reopened_report_closed: aboutResults,
};

/** What takes a second person, and what those who were told before did not do: the administrators hear of it as well. */
const escalated: readonly OrderNewsTemplate[] = ['decision_proposed', 'decision_overdue'];

/**
 * To who ordered the check, or the administrators, as far as they may do something about it. @param also users who hear of
 * it too, as far as they still may @param except those who know it
 */
export async function mailClient(
  tx: Ctx,
  caller: Caller,
  check: Pick<Check, 'id' | 'orderId'>,
  template: OrderNewsTemplate,
  { also = [], except = [] }: Pick<SoughtContacts, 'also' | 'except'> = {},
): Promise<void> {
  const sought = { checkId: check.id, also, except, isEscalated: escalated.includes(template) };
  const contacts = await findClientContacts(tx.db, caller, sought, ...asked[template]);
  for (const user of contacts) await mailUser(tx, caller, check, template, user);
}

/** As mailClient, of several checks of one person: each user hears of the first of theirs only. */
export async function mailClientOnce(
  tx: Ctx,
  caller: Caller,
  checks: readonly Check[],
  template: OrderNewsTemplate,
): Promise<void> {
  const told = new Set<string>();
  for (const check of checks) {
    const contacts = await findClientContacts(tx.db, caller, { checkId: check.id }, ...asked[template]);
    for (const user of contacts.filter(({ id }) => !told.has(id))) {
      told.add(user.id);
      await mailUser(tx, caller, check, template, user);
    }
  }
}

interface Commented {
  readonly check: Pick<Check, 'id' | 'orderId'>;
  /** Users who hear of it too. */
  readonly also: readonly string[];
}

/** Each contact gets one mail, which lists those of the orders that are theirs. Returns how many mails. */
export async function mailClientOfMany(tx: Ctx, caller: Caller, commented: readonly Commented[]): Promise<number> {
  const told = new Map<string, { user: ClientContact; checks: Commented['check'][] }>();
  for (const { check, also } of commented) {
    const sought = { checkId: check.id, also };
    for (const user of await findClientContacts(tx.db, caller, sought, ...asked.comment_added)) {
      const known = told.get(user.id);
      if (known === undefined) told.set(user.id, { user, checks: [check] });
      else known.checks.push(check);
    }
  }
  const account = await tx.keys.forAccount(caller.accountId);
  for (const { user, checks } of told.values()) {
    if (checks.length === 1) await mailUser(tx, caller, checks[0]!, 'comment_added', user);
    else {
      const orders = checks.map(({ orderId }) => orderId).toSorted((one, other) => one - other);
      const values = {
        name: user.name,
        orders: orders.map((id) => `VF${id}`),
        page: `${tx.settings.clientUrl}/portal`,
      };
      await queueEmail(tx, emailToUser(tx, caller, account, 'comments_added', { user, values }));
    }
  }
  return told.size;
}

async function mailUser(
  tx: Ctx,
  caller: Caller,
  check: Pick<Check, 'id' | 'orderId'>,
  template: OrderNewsTemplate,
  user: ClientContact,
) {
  const account = await tx.keys.forAccount(caller.accountId);
  const values = { name: user.name, orderNumber: `VF${check.orderId}`, page: resultsUri(tx, check.id) };
  await queueEmail(tx, emailToUser(tx, caller, account, template, { user, values, about: check }));
}

/** What the moves from one standing to the other are to the client, and to a candidate who may read their results. */
export async function mailNews(
  tx: Ctx,
  caller: Caller,
  { check: before, key }: { readonly check: Check; readonly key: DataKey },
  after: Check,
): Promise<void> {
  const news = newsOfMove(before, after);
  for (const template of news) await mailClient(tx, caller, after, template);
  const isAgain = news.includes('report_complete_again');
  if (isAgain || news.includes('check_complete')) await mailCompletion(tx, caller, { check: after, key }, isAgain);
}
