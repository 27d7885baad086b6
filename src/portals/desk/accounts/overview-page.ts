// The overview of an account: its work, and what is agreed and set up, with a link to each.

import type { Ctx } from '../../../context.ts';
import { mayDo, type Permission, roles } from '../../../features/access/permissions.ts';
import { listApiKeys, listUsers } from '../../../features/accounts/account-actions.ts';
import type { AccountSettings } from '../../../features/accounts/account-settings.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listDeskUsers } from '../../../features/accounts/sign-in-actions.ts';
import { secretEnding } from '../../../features/accounts/single-sign-on-rules.ts';
import { readSingleSignOn } from '../../../features/accounts/single-sign-on-set-up-actions.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { readCreditUse } from '../../../features/credit-limits/credit-use-actions.ts';
import { countAccountWork, hasOrdered } from '../../../features/lists/account-list-queries.ts';
import { quoteOfAccount } from '../../../features/quotes/quote-actions.ts';
import { quoteNumber } from '../../../features/quotes/quote-rules.ts';
import {
  listAgreedGroups,
  listAgreedJobRoles,
  listPackages,
} from '../../../features/report-types/agreement-actions.ts';
import {
  type AvailableById,
  availableById,
  listAvailableTypes,
} from '../../../features/report-types/availability-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { creditUseModel } from '../../shared/charges/credit-use.ts';
import { type FirstStep, stepItem } from '../../shared/first-steps.ts';
import { setUpSteps } from '../../shared/set-up-steps.ts';
import { signOnText } from '../../shared/single-sign-on/single-sign-on-page.ts';
import { formsPath } from '../forms/forms-page.ts';
import { quoteHref } from '../quotes/quote-path.ts';
import {
  type AccountPages,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  type SectionName,
  sectionPath,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';
import { asksJobRole, jobRoleWarning, lackingJobRoles } from './lacking-job-roles.ts';
import { mailPreviewEnd } from './mail-preview-page.ts';
import { newOrderHref } from './new-order-address.ts';
import { orderStopPath } from './order-stop-page.ts';
import { shownStop } from './shown-stop.ts';

const notices = {
  created: 'The account is created. Nobody of the client is invited yet: do it under Users when the account is ready.',
  invited: 'The account is created, and its administrator is invited by email.',
  reopened: 'The account is open again.',
  stopped: 'New orders are stopped.',
  accepted: 'New orders are accepted again.',
};

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** A row of the summary; a warning says what keeps the account from being used. */
interface Fact {
  readonly section: string;
  /** Undefined if the user has no page of it. */
  readonly href: string | undefined;
  readonly text: string;
  readonly warning?: string | undefined;
  /** False where nothing that the account offers needs it. */
  readonly isNeeded?: boolean;
}

function orderWarning(
  types: number,
  priced: number,
  { refuseUnpriced: refusesUnpriced }: AccountSettings,
): string | undefined {
  if (types === 0 || (priced === 0 && refusesUnpriced)) return 'Nothing can be ordered';
  return priced === 0 ? 'No price is agreed' : undefined;
}

const shownNames = 5;

/** An approval takes a second person, who works for the account, too. */
function deskWarning(people: Awaited<ReturnType<typeof listDeskUsers>>, settings: AccountSettings): string | undefined {
  const who = (permission: Permission) =>
    people.filter(({ role }) => mayDo({ permissions: roles.desk[role] }, permission));
  const [workers, approvers] = [who('record_outcomes'), who('approve_outcomes')];
  if (workers.length === 0) return 'Nobody works on its reports';
  const isAsked =
    settings.approveAdverse ||
    settings.approveUnidentified ||
    settings.approveCriminalRecords ||
    settings.approveClearAnyway;
  const hasSecond = approvers.some(({ id }) => workers.some((worker) => worker.id !== id));
  return isAsked && !hasSecond ? 'Nobody can approve what a screener proposes' : undefined;
}

/** Who of the desk works for the account; none for a user who sees no team. */
async function deskFact(ctx: Ctx, { account: { id }, by, user }: OpenedAccount): Promise<Fact[]> {
  if (!mayDo(user, 'read_team')) return [];
  const people = (await listDeskUsers(ctx, by)).filter(
    (person) => person.disabled_at === null && (person.all_accounts || person.accounts.includes(id)),
  );
  const names = people.map(({ name }) => name).join(', ');
  return [
    {
      section: 'People of the desk',
      href: mayDo(user, 'manage_desk_users') ? '/desk/people' : undefined,
      text: people.length > shownNames ? counted(people.length, 'person', 'people') : names,
      warning: deskWarning(people, await readAccountSettings(ctx, id)),
    },
  ];
}

/** Of what is switched on, what an order may name. */
function orderableText(types: number, priced: number, { refuseUnpriced: refusesUnpriced }: AccountSettings): string {
  if (!refusesUnpriced) return `${types} can be ordered, ${priced} with a price`;
  return `${priced} with a price can be ordered${types > priced ? `, ${types - priced} without are refused` : ''}`;
}

/** A package without a price of its own costs what its reports do. */
function packageWarning(
  packages: Awaited<ReturnType<typeof listPackages>>,
  available: AvailableById,
  { refuseUnpriced: refusesUnpriced }: AccountSettings,
): string | undefined {
  const isPriced = (id: number) => (available.get(id)?.pricePence ?? null) !== null;
  const lacking = packages.filter(
    ({ price_pence: price, items }) => price === null && !items.every((item) => isPriced(item.report_type_id)),
  );
  if (lacking.length === 0) return undefined;
  const [first, ...others] = lacking.map(({ name }) => name);
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return `${named}: ${refusesUnpriced ? 'cannot be ordered, ' : ''}reports without a price`;
}

async function factsOf(ctx: Ctx, { account: { id }, by, path }: OpenedAccount): Promise<Fact[]> {
  const [settings, types, packages, groups, roles, users, keys, subsidiaries, signOn] = await Promise.all([
    readAccountSettings(ctx, id),
    listAvailableTypes(ctx, id),
    listPackages(ctx, id),
    listAgreedGroups(ctx, id),
    listAgreedJobRoles(ctx, id),
    listUsers(ctx, by, id),
    listApiKeys(ctx, by, id),
    listSubsidiaries(ctx, by, id),
    readSingleSignOn(ctx, by, id),
  ]);
  const priced = types.filter(({ pricePence }) => pricePence !== null).length;
  const active = users.filter(({ disabled_at }) => disabled_at === null);
  const valid = keys.filter(
    (key) => key.revoked_at === null && (key.expires_at === null || key.expires_at > ctx.now()),
  );
  const facts: readonly (Omit<Fact, 'section' | 'href'> & { readonly section: SectionName })[] = [
    {
      section: 'Report types',
      text: orderableText(types.length, priced, settings),
      warning: orderWarning(types.length, priced, settings),
    },
    {
      section: 'Packages and groups',
      text: `${counted(packages.length, 'package')}, ${counted(groups.length, 'group')}`,
      warning: packageWarning(packages, availableById(types), settings),
    },
    {
      section: 'Job roles',
      text: counted(roles.length, 'job role'),
      warning: jobRoleWarning(lackingJobRoles(packages, roles)),
      isNeeded: asksJobRole(packages),
    },
    {
      section: 'Users',
      text: counted(active.length, 'user'),
      warning: active.some(({ role }) => role === 'administrator') ? undefined : 'No administrator',
    },
    {
      section: 'Single sign-on',
      text: signOnText(signOn),
      warning: signOn && secretEnding(signOn.secretEndsOn, ukDateOf(ctx.now())),
    },
    { section: 'API keys', text: counted(valid.length, 'valid key') },
    { section: 'Subsidiaries', text: counted(subsidiaries.length, 'subsidiary', 'subsidiaries') },
  ];
  return facts.map((fact) => ({ ...fact, href: `${path}${sectionPath(fact.section)}` }));
}

/** Before the first live order: what is set up and what is not, each with its page. */
async function firstStepsOf(ctx: Ctx, opened: OpenedAccount, facts: readonly Fact[]) {
  const { account, by, user, path } = opened;
  const { id: accountId, closing } = account;
  if (closing !== null || (await hasOrdered(ctx.db, { accountId, environment: 'live' }, by))) return undefined;
  const steps = await setUpSteps(ctx, by, accountId, {
    brand: `${path}/settings#brand`,
    invoices: `${path}/settings#invoices`,
    resultRules: `${path}/result-rules`,
    mails: `${path}${mailPreviewEnd}`,
    orderInTest: mayDo(user, 'order_for_clients') ? newOrderHref(accountId, 'test') : undefined,
  });
  const ofFact = (section: string, text: string, hint: string): FirstStep[] => {
    const fact = facts.find((one) => one.section === section);
    return fact === undefined || fact.isNeeded === false
      ? []
      : [{ isDone: fact.warning === undefined, text, hint, href: fact.href }];
  };
  const subsidiaries = await listSubsidiaries(ctx, by, accountId);
  const all = [
    ...ofFact('Report types', 'Report types and prices', 'What the client may order, and at what price.'),
    ...ofFact('Job roles', 'Job roles', 'Each standard or enhanced criminal record check is ordered for one of them.'),
    steps.rules,
    steps.invoices,
    ...ofFact('People of the desk', 'People who approve', 'Who works on its reports, and a second person to approve.'),
    steps.brand,
    steps.words,
    {
      ...{ isDone: subsidiaries.length > 0, todoText: 'None', text: 'Subsidiaries' },
      hint: 'Only if the client has parts that do not see each other’s orders.',
      href: `${path}${sectionPath('Subsidiaries')}`,
    },
    ...ofFact('Users', 'An administrator of the client', 'Who manages its users, and may order.'),
    steps.test,
  ];
  return { heading: 'Before the first order', steps: all.map(stepItem) };
}

export function overviewPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const [facts, work] = await Promise.all([
      factsOf(ctx, opened),
      countAccountWork(ctx.db, { accountId: opened.account.id, environment: 'live', ...opened.by }, ctx.now()),
    ]);
    const ofDesk = await deskFact(ctx, opened);
    const stop = await shownStop(ctx, opened.user, opened.account.id);
    const credit = mayDo(opened.user, 'read_charges') ? await readCreditUse(ctx, liveScopeOf(opened)) : undefined;
    const ofAccount = `account=${opened.account.id}`;
    const quote = mayDo(opened.user, 'make_quotes')
      ? await quoteOfAccount(ctx, opened.by, opened.account.id)
      : undefined;
    return renderAccountPage(request, reply, 'overview.njk', opened, {
      title: 'Overview',
      section: 'Overview',
      done: noticeIn(request, notices),
      orderHref:
        mayDo(opened.user, 'order_for_clients') && !opened.account.closing?.closedAt && stop === undefined
          ? newOrderHref(opened.account.id, 'live')
          : undefined,
      closeHref:
        opened.account.closing === null && mayDo(opened.user, 'manage_accounts') ? `${opened.path}/close` : undefined,
      ...(mayDo(opened.user, 'manage_accounts') &&
        !opened.account.closing?.closedAt && {
          earlierHref: `${opened.path}/earlier-cases`,
          openCasesHref: `${opened.path}/open-cases`,
        }),
      exportHref: mayDo(opened.user, 'manage_accounts') ? `${opened.path}/export` : undefined,
      firstDays: await firstStepsOf(ctx, opened, [...facts, ...ofDesk]),
      work,
      stop,
      credit: credit && creditUseModel(credit, `${opened.path}/owed`),
      stopHref:
        mayDo(opened.user, 'manage_invoicing') && !opened.account.closing?.closedAt && stop === undefined
          ? `${opened.path}${orderStopPath}`
          : undefined,
      workHrefs: mayDo(opened.user, 'read_reports') && {
        forms: `${formsPath}?${ofAccount}`,
        reports: `/desk?${ofAccount}`,
        overdue: `/desk?view=overdue&${ofAccount}`,
      },
      quote: quote && { href: quoteHref(quote.id), name: quoteNumber(quote) },
      facts: [...facts, ...ofDesk],
    });
  });
}
