// Shows with a report the country of the job and the ground that the law asks for, and records them where nobody has said them.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { limitedIn, recordOrderLaw } from '../../../features/cases/order-law-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { jobCountryOf, usualJobCountry } from '../../../features/checks/job-country-rules.ts';
import { legalGroundChoices, legalGroundText, limitText } from '../../../features/report-types/legal-limit-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { countries } from '../../../lib/countries.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { LEGAL_GROUND } from '../../../messages/en-queries.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { countryName } from '../../shared/orders/order-law.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { reportHead } from '../sent-out/report-head.ts';
import { typeOf } from './report-moves.ts';
import type { ReportPanel } from './report-panel.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const permission = 'record_outcomes' as const;
const path = `${reportPath}/law`;

const mayState = ({ check }: Pick<OpenedReport, 'check'>, user: UserOf<'desk'>): boolean =>
  mayDo(user, permission) && isOngoing(check.status) && !check.isRestricted;

export const orderLawPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/order-law.njk',
  model(_ctx, opened, user) {
    const { check, report } = opened;
    const { limit } = typeOf(report);
    const country = jobCountryOf(check.order);
    // An order of a program says no country: where it can still be said, it stands here.
    if (limit === null && country === usualJobCountry && !mayState(opened, user)) return undefined;
    const ground = check.order.legal_ground;
    const isLacking = limit !== null && ground === undefined;
    return {
      country: countryName(country),
      limit: limit && limitText(typeOf(report)),
      ground: ground && legalGroundText(ground),
      isLacking,
      href: mayState(opened, user) ? `/desk/reports/${report.id}/law` : undefined,
      askHref:
        isLacking && mayDo(user, 'ask_queries') && allowsAction(report.status, 'ask_query')
          ? `/desk/reports/${report.id}/queries/new?addressee=client&kind=${LEGAL_GROUND}`
          : undefined,
    };
  },
};

const lawWords = {
  jobCountry: { input: 'job_country', begins: 'The country of the job' },
  legalGround: { input: 'legal_ground', begins: 'The ground' },
};

export function orderLawPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = (
    request: ReportRequest,
    reply: FastifyReply,
    opened: OpenedReport,
    { shown, errors }: { readonly shown: Readonly<Record<string, string>>; readonly errors?: FieldMessages },
  ) => {
    const limited = limitedIn(opened.check);
    return renderPage(request, reply, 'desk/report/order-law-page.njk', {
      title: 'Country of the job and legal ground',
      ...reportHead(opened),
      errors,
      countries: countries.map(({ alpha3, name }) => ({
        value: alpha3,
        text: name,
        selected: alpha3 === shown.job_country,
      })),
      limits: limited.map(limitText),
      grounds: legalGroundChoices(limited).map((one) => ({ ...one, checked: one.value === shown.legal_ground })),
    });
  };

  const open = async (request: ReportRequest, user: UserOf<'desk'>) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    if (!mayState(opened, user)) throw new Refusal('state_does_not_allow');
    return opened;
  };

  pages.get(path, { permission }, async (request: ReportRequest, reply, user) => {
    const opened = await open(request, user);
    const { order } = opened.check;
    const shown = { job_country: jobCountryOf(order), legal_ground: order.legal_ground ?? '' };
    return show(request, reply, opened, { shown });
  });

  pages.post(path, { permission }, async (request: ReportRequest, reply, user) => {
    const opened = await open(request, user);
    const { reportId } = request.params;
    const given = { job_country: typed(request, 'job_country'), legal_ground: typed(request, 'legal_ground') };
    const law = { jobCountry: given.job_country, legalGround: given.legal_ground };
    const errors = await refusedFields(() => recordOrderLaw(ctx, user, reportId, law), lawWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, { shown: given, errors });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=law`, 303);
  });
}
