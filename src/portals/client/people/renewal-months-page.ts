// After how many months each report type is due again, set by the administrators of a client.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { terms } from '../../../features/report-types/agreed-terms.ts';
import { listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { maySetRenewals, setRenewals } from '../../../features/report-types/renewal-term-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export const renewalMonthsPath = '/portal/people/renewal-months';
const permission = 'set_renewals' as const;
const PER_PAGE = 50;

const notices = { saved: 'The months are saved. They count for results that are complete already, too.' };

const inputOf = (id: number) => `${terms.renewAfterMonths.input}_${id}`;

const pageOf = ({ query }: FormRequest): number => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 && page < 1000 ? page : 1;
};

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
  if (!maySetRenewals(user)) throw new Refusal('not_permitted');
  const available = (await listAvailableTypes(ctx, user.accountId)).toSorted((one, other) =>
    one.type.label.localeCompare(other.type.label, 'en'),
  );
  const page = pageOf(request);
  const shown = available.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const { least, most } = terms.renewAfterMonths;
  const hrefOf = (to: number) => `${renewalMonthsPath}${to === 1 ? '' : `?page=${to}`}`;
  return renderPage(request, reply, 'client/people/renewal-months.njk', {
    title: 'Months to renewal',
    done: noticeIn(request, notices),
    errors,
    action: hrefOf(page),
    least,
    most,
    types: shown.map(({ type }) => type.id).join(' '),
    rows: shown.map(({ type, renewAfterMonths }) => ({
      id: type.id,
      label: type.label,
      input: inputOf(type.id),
      value: request.body === undefined ? (renewAfterMonths ?? '') : typed(request, inputOf(type.id)),
    })),
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: available.length > page * PER_PAGE ? hrefOf(page + 1) : undefined,
  });
}

export function renewalMonthsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(renewalMonthsPath, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(renewalMonthsPath, { permission }, async (request: FormRequest, reply, user) => {
    // Those that the page showed.
    const types = typed(request, 'types')
      .split(' ')
      .flatMap((id) => reportTypeById(Number(id)) ?? []);
    const given = types.map(({ id }) => {
      const text = typed(request, inputOf(id));
      return { reportTypeId: id, months: text === '' ? undefined : Number(text) };
    });
    const words = Object.fromEntries(
      types.map(({ id, label }, index) => [
        `reports[${index}].renewAfterMonths`,
        { input: inputOf(id), begins: `${label}: ${terms.renewAfterMonths.called}` },
      ]),
    );
    const errors = await refusedFields(() => setRenewals(ctx, callerFor(user, 'live'), given), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    const page = pageOf(request);
    return reply.redirect(`${renewalMonthsPath}?done=saved${page === 1 ? '' : `&page=${page}`}`, 303);
  });
}
