// The page on which an administrator says how completed reports are drawn for review.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { changeProgramme, listProgrammes } from '../../../features/quality/sample-actions.ts';
import { noProgramme, type Programme, samplePeriods } from '../../../features/quality/sample-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { isSent, noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { programmePath, qualityListPath } from './quality-words.ts';

const permission = 'manage_quality' as const;
const notices = { kept: 'It is saved, and counts from the next period that is over.' };

const words: FormWords = {
  percent: {
    input: 'percent',
    begins: 'The percentage',
    instead: {
      'Somebody changed this meanwhile: look at it, then save again':
        'Somebody changed this meanwhile: look at it, then save again',
    },
  },
  period: {
    input: 'period',
    begins: 'The period',
    instead: { 'is not included in the list': 'Choose when reports are drawn' },
  },
};

/** `5% of what each person completed, each month, without what a reviewer approved` */
export function programmeText({ percent, period, withApproved }: Programme): string {
  if (percent === 0) return 'No completed reports are drawn for review.';
  const approved = withApproved ? 'also of what a reviewer approved' : 'without what a reviewer approved';
  return `${percent}% of what each person completed is drawn ${samplePeriods[period].toLowerCase()}, one report at least, ${approved}.`;
}

export function programmePage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) => {
    const versions = await listProgrammes(ctx, authorityOf(user));
    const { percent, period, withApproved } = versions[0] ?? noProgramme;
    const given =
      errors === undefined
        ? { percent: String(percent), period: period as string, withApproved }
        : {
            percent: typed(request, 'percent'),
            period: typed(request, 'period'),
            withApproved: isSent(request, 'with_approved'),
          };
    return renderPage(request, reply, 'desk/quality/programme.njk', {
      title: 'How completed reports are drawn',
      back: { text: 'Quality', href: qualityListPath },
      done: noticeIn(request, notices),
      errors,
      action: programmePath,
      given,
      version: versions[0]?.version ?? 0,
      periods: Object.entries(samplePeriods).map(([value, text]) => ({ value, text, checked: value === given.period })),
      approvalHref: mayDo(user, 'manage_accounts') ? '/desk/accounts/settings?setting=qualitySamplePercent' : undefined,
      versions: versions.map((one) => ({ ...one, text: programmeText(one) })),
    });
  };
  pages.get(programmePath, { permission }, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(programmePath, { permission }, async (request: FormRequest, reply, user) => {
    const given = {
      ...{ percent: typed(request, 'percent'), period: typed(request, 'period') },
      withApproved: isSent(request, 'with_approved'),
    };
    const seen = typed(request, 'version');
    const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
    const errors = await refusedFields(() => changeProgramme(ctx, authorityOf(user), given, version), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${programmePath}?done=kept`, 303);
  });
}
