// The page on which an administrator says how completed reports are drawn for review.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { changeProgramme, listProgrammes } from '../../../features/quality/sample-actions.ts';
import {
  type GivenProgramme,
  noProgramme,
  type Programme,
  samplePeriods,
} from '../../../features/quality/sample-rules.ts';
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
  trained_after: { input: 'trained_after', begins: 'The number of reports' },
  trained_below: { input: 'trained_below', begins: 'The percentage' },
  period: {
    input: 'period',
    begins: 'The period',
    instead: { 'is not included in the list': 'Choose when reports are drawn' },
  },
};

/** Of what is drawn. */
export function programmeText({ percent, period, withApproved }: Programme): string {
  if (percent === 0) return 'No completed reports are drawn for review.';
  const approved = withApproved ? 'also of what a reviewer approved' : 'without what a reviewer approved';
  return `${percent}% of what each person completed is drawn ${samplePeriods[period].toLowerCase()}, one report at least, ${approved}.`;
}

const trainingText = ({ trainedAfter, trainedBelow }: Programme): string =>
  trainedAfter === 0
    ? 'No end of a training is suggested.'
    : `The end of a training is suggested after ${trainedAfter} reviewed reports with at most ${trainedBelow}% errors.`;

const typedIn = (request: FormRequest): GivenProgramme => ({
  ...{ percent: typed(request, 'percent'), period: typed(request, 'period') },
  withApproved: isSent(request, 'with_approved'),
  ...{ trainedAfter: typed(request, 'trained_after'), trainedBelow: typed(request, 'trained_below') },
});

const asTyped = ({ percent, trainedAfter, trainedBelow, ...others }: Programme): GivenProgramme => ({
  ...{ ...others, percent: String(percent), trainedAfter: String(trainedAfter), trainedBelow: String(trainedBelow) },
});

export function programmePage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) => {
    const versions = await listProgrammes(ctx, authorityOf(user));
    const given = errors === undefined ? asTyped(versions[0] ?? noProgramme) : typedIn(request);
    return renderPage(request, reply, 'desk/quality/programme.njk', {
      title: 'How work is reviewed',
      back: { text: 'Quality', href: qualityListPath },
      done: noticeIn(request, notices),
      errors,
      action: programmePath,
      given,
      version: versions[0]?.version ?? 0,
      periods: Object.entries(samplePeriods).map(([value, text]) => ({ value, text, checked: value === given.period })),
      approvalHref: mayDo(user, 'manage_accounts') ? '/desk/accounts/settings?setting=qualitySamplePercent' : undefined,
      versions: versions.map((one) => ({ ...one, text: `${programmeText(one)} ${trainingText(one)}` })),
    });
  };
  pages.get(programmePath, { permission }, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(programmePath, { permission }, async (request: FormRequest, reply, user) => {
    const given = typedIn(request);
    const seen = typed(request, 'version');
    const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
    const errors = await refusedFields(() => changeProgramme(ctx, authorityOf(user), given, version), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${programmePath}?done=kept`, 303);
  });
}
