// The first days of a screening company: what is left before it can work, on the home page of its administrators.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { countApprovers } from '../../../features/accounts/sign-in-actions.ts';
import { lackingSettings } from '../../../features/invoices/issue-actions.ts';
import { findFirstDays } from '../../../features/lists/first-days-queries.ts';
import { lastBackupAt } from '../../../platform/backup/last-backup.ts';
import { type FirstStep, stepItem } from '../../shared/first-steps.ts';
import { cookieAttributes, cookieNames } from '../../shared/portal-cookies.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { accountsPath, standardPath } from '../accounts/account-request.ts';

const putAwayPath = '/desk/first-days/put-away';
const YEAR_SECONDS = 365 * 86_400;

async function stepsOf(ctx: Ctx, user: UserOf<'desk'>): Promise<FirstStep[]> {
  const { settings } = ctx;
  const [done, approvers] = [
    await findFirstDays(ctx.db, user, ctx.now()),
    await countApprovers(ctx, authorityOf(user)),
  ];
  const lacking = [
    ...lackingSettings(settings, false),
    ...(settings.contactEmail === undefined ? ['PROBITY_CONTACT_EMAIL'] : []),
  ];
  const ofInvoices = [
    ...(done.chargesVat && settings.operatorVatNumber === '' ? ['PROBITY_OPERATOR_VAT_NUMBER'] : []),
    ...(settings.paymentDetails.length === 0 ? ['PROBITY_PAYMENT_DETAILS'] : []),
  ];
  // That of a server that somebody else runs is theirs to plan.
  const hasBackup = settings.databaseUrl !== undefined || lastBackupAt(settings.dataDir) !== undefined;
  return [
    {
      isDone: lacking.length === 0,
      text: 'Name your company',
      hint: `Set ${lacking.join(', ')}, and start again: pages, mails and invoices then name it.`,
    },
    {
      isDone: done.hasColleagues,
      text: 'Invite the people of the desk',
      hint: 'Each has a role and the accounts that they work for.',
      href: '/desk/people/new',
    },
    {
      isDone: done.hasMailed,
      text: 'See a mail arrive',
      hint:
        settings.mailUrl === undefined
          ? 'Set PROBITY_MAIL_URL, and start again: mails stay here until then.'
          : 'An invitation is the first: until the mail server takes one, none has left.',
      href: settings.mailUrl === undefined ? undefined : '/desk/people/new',
    },
    {
      isDone: approvers > 1,
      text: 'Have a second person who approves',
      hint: 'A reviewer or an administrator: nobody approves their own work.',
      href: '/desk/people/new',
    },
    {
      isDone: done.hasStandard,
      text: 'Begin the house standard',
      hint: 'Your prices, packages and settings: each new account starts like it.',
      href: standardPath,
    },
    {
      isDone: done.hasClient,
      text: 'Open the account of your first client',
      hint: 'Their administrator is invited at once or later.',
      href: `${accountsPath}/new`,
    },
    {
      isDone: done.hasPrices,
      text: 'Agree prices with a client',
      hint: 'No report type of a client has one, so nothing is charged.',
      href: accountsPath,
    },
    {
      isDone: ofInvoices.length === 0,
      text: 'Say what stands on your invoices',
      hint: `Set ${ofInvoices.join(', ')}, and start again: an invoice says how to pay, and none with VAT is issued without your VAT number.`,
    },
    {
      isDone: hasBackup,
      text: 'Make a backup, and plan the next ones',
      hint: 'The command is: probity backup.',
    },
  ];
}

/** Undefined for others, for who put it away in this browser, and once all is done. */
export async function firstDaysOf(ctx: Ctx, user: UserOf<'desk'>, { cookies }: FastifyRequest) {
  const isTheirs = user.accounts === 'all' && mayDo(user, 'manage_desk_users');
  if (!isTheirs || cookies[cookieNames.firstDays] !== undefined) return undefined;
  const steps = await stepsOf(ctx, user);
  const left = steps.filter(({ isDone }) => !isDone);
  if (left.length === 0) return undefined;
  const heading = `Your first days: ${steps.length - left.length} of ${steps.length} steps are done`;
  return { heading, steps: left.map(stepItem), putAwayAction: putAwayPath };
}

export function firstDaysPage(pages: Pages<'desk'>): void {
  pages.post(putAwayPath, { permission: 'manage_desk_users' }, async (_, reply) => {
    reply.setCookie(cookieNames.firstDays, 'away', { ...cookieAttributes, maxAge: YEAR_SECONDS });
    return reply.redirect('/desk', 303);
  });
}
