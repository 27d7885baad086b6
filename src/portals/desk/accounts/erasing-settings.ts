// The settings of an account that erase people earlier than before: the page that says whom, and asks whether they are saved.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type AccountSettingName, accountSettings } from '../../../features/accounts/account-settings.ts';
import { changeAccountSettings, readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import {
  type EarlierErasures,
  previewErasures,
  SOON_DAYS,
} from '../../../features/retention/erasure-preview-actions.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { sentSettings, typedSettings, valueText } from '../../shared/settings/setting-inputs.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { dueRow } from '../erasure/erasures-page.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, renderAccountPage } from './account-request.ts';

/** They may erase people at once. */
export const erasing: readonly AccountSettingName[] = ['eraseAfterDays', 'neverHiredDays', 'keepsStaff', 'legalHold'];

type Change = Readonly<Record<string, unknown>>;

export function erasingSettings(pages: AccountPages, ctx: Ctx) {
  async function askErasing(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    { settings, people, ...counts }: EarlierErasures,
    areOthersSaved: boolean,
  ) {
    const names = await readCandidateNames(ctx, opened.user, people, { list: 'due_for_erasure' });
    const before = await readAccountSettings(ctx, opened.account.id);
    const changed = erasing.filter((name) => before[name] !== settings[name as keyof typeof settings]);
    const textOf = (name: AccountSettingName, values: Change) => valueText(accountSettings[name], values[name]);
    return renderAccountPage(request, reply, 'erasing-settings.njk', opened, {
      ...{ title: 'Erase people earlier?', section: 'Settings', soonDays: SOON_DAYS, areOthersSaved, ...counts },
      changes: changed.map((name) => ({
        label: accountSettings[name].label,
        before: textOf(name, before),
        after: textOf(name, settings),
      })),
      sent: settings,
      people: people.map((one) => ({
        ...dueRow(ctx.now(), one),
        name: names.get(one.check_id)!,
        order: orderNumber(one.order_id),
        href: pageOf({ reportId: one.report_id, isRequested: one.is_requested }),
        isTest: one.environment === 'test',
      })),
    });
  }

  const options = { permission: 'manage_accounts', stepUp: 'erasure' } as const;
  pages.post('/settings/erasing', options, async (request, reply, opened) => {
    const { changed } = sentSettings(request, erasing, await readAccountSettings(ctx, opened.account.id));
    await changeAccountSettings(ctx, opened.by, opened.account.id, typedSettings(request, changed));
    return reply.redirect(`${opened.path}/settings?done=saved`, 303);
  });

  return {
    askErasing,
    earlierErasures: ({ by, account }: OpenedAccount, change: Change) => previewErasures(ctx, by, account.id, change),
    /** What may be saved at once. */
    withoutErasing: (change: Change): Change =>
      Object.fromEntries(Object.entries(change).filter(([name]) => !erasing.some((one) => one === name))),
  };
}
