// What a client states of somebody of its staff: who was screened elsewhere, or what it checked itself beside the reports of an
// order. Stated, corrected, or taken back.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listOpenSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { workKindIn } from '../../../features/applicants/work-kind-rules.ts';
import { removeBroughtIn } from '../../../features/retention/stated-removal-actions.ts';
import {
  criminalLevels,
  keptKinds,
  kindOfRecord,
  kinds,
  levels,
} from '../../../features/stated-staff/record-kind-rules.ts';
import {
  correctStated,
  type ShownStaff,
  type StatedStaff,
  showStated,
} from '../../../features/stated-staff/stated-staff-actions.ts';
import { LEVEL_INPUT, reportInputs } from '../../../features/stated-staff/stated-staff-rules.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { OF_NO_SUBSIDIARY, subsidiaryChoices } from '../../shared/orders/order-submission.ts';
import { workKindItems } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { recordHref } from '../people/record-wish.ts';
import { personHref } from '../people/renewal-view.ts';
import { bringPath } from './bring-page.ts';
import { readStated } from './staff-columns.ts';
import { statedErrors } from './stated-problems.ts';

const path = `${bringPath}/:applicant_id`;
export const staffHref = (applicantId: string): string => `${bringPath}/${applicantId}`;

type StaffRequest = FastifyRequest<{ Params: { applicant_id: string }; Body: Record<string, unknown> | null }>;

const ofPerson: ReadonlySet<string> = new Set(['first_name', 'last_name', 'has_one_name', 'dob', 'email']);

const dayText = (day: IsoDate | null) => (day === null || day === '' ? '' : formatLongDate(day));

/** By input, as it is typed. */
function typedOf(one: StatedStaff): Record<string, string> {
  const reports = one.reports.map(({ kind, completedOn, expiresOn, source, detail: said, level }) => {
    const { on, until, by, detail } = reportInputs(kind);
    const ofLevel = kind === 'criminal_record' ? { [LEVEL_INPUT]: level ?? '' } : {};
    return { [on]: dayText(completedOn), [until]: dayText(expiresOn), [by]: source, [detail]: said, ...ofLevel };
  });
  return Object.assign(
    {
      ...{ first_name: one.firstName, last_name: one.lastName, dob: dayText(one.dob), email: one.email, job: one.job },
      work_kind: one.workKind ?? '',
      has_one_name: one.hasOneName ? 'yes' : '',
      ...{ employee_number: one.employeeNumber, starts_on: dayText(one.startsOn) },
      subsidiary: one.subsidiaryId ?? OF_NO_SUBSIDIARY,
    },
    ...reports,
  );
}

export function staffPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks' } as const;

  const found = (user: ClientUser, { params }: StaffRequest) => {
    const { applicant_id: id } = params;
    if (!isUuid(id)) throw new Refusal('not_found');
    return inEitherEnvironment(user, async (caller) => ({ caller, one: await showStated(ctx, caller, id) }));
  };

  async function show(
    request: StaffRequest,
    reply: FastifyReply,
    user: ClientUser,
    { caller, one }: { readonly caller: ClientCaller; readonly one: ShownStaff },
    refused?: { readonly typed: Record<string, string>; readonly errors: FieldMessages },
  ) {
    if (refused !== undefined) reply.status(422);
    const typed = refused?.typed ?? typedOf(one);
    const subsidiaries = await listOpenSubsidiaries(ctx, caller);
    const choices = subsidiaryChoices(subsidiaries, user);
    const kept = keptKinds(await readAccountSettings(ctx, user.accountId));
    const shown = kinds.filter((kind) => kept.includes(kind) || one.reports.some((report) => report.kind === kind));
    return renderPage(request, reply, 'client/staff/staff.njk', {
      title: fullName(one.firstName, one.lastName),
      environment: caller.environment,
      back: { text: 'The person', href: personHref(one.applicantId) },
      action: staffHref(one.applicantId),
      ...{ typed, errors: refused?.errors },
      workKinds: workKindItems(workKindIn(typed.work_kind ?? '')),
      ...{ isOrdered: one.isOrdered, isStated: one.isStated },
      kinds: shown.map((kind) => ({
        ...{ inputs: reportInputs(kind), ...kindOfRecord(kind) },
        level: kind === 'criminal_record' ? LEVEL_INPUT : undefined,
      })),
      levels: [
        { value: '', text: 'Not said' },
        ...levels.map((level) => ({ value: level, text: criminalLevels[level] })),
      ],
      choices:
        one.isOrdered || subsidiaries.length === 0
          ? undefined
          : choices.map(({ id, name }) => ({ value: id, text: name, selected: id === typed.subsidiary })),
    });
  }

  pages.get(path, options, async (request: StaffRequest, reply, user) =>
    show(request, reply, user, await found(user, request)),
  );

  pages.post(path, options, async (request: StaffRequest, reply, user) => {
    const opened = await found(user, request);
    const textIn = (input: string) => String(request.body?.[input] ?? '').trim();
    const choices = subsidiaryChoices(await listOpenSubsidiaries(ctx, opened.caller), user);
    const chosen = choices.find(({ id }) => id === textIn('subsidiary'))?.id ?? typedOf(opened.one).subsidiary!;
    const given = typedOf(opened.one);
    // An order says who they are.
    const isOfOrder = (input: string) => opened.one.isOrdered && ofPerson.has(input);
    const read = readStated((input) => (isOfOrder(input) ? given[input]! : textIn(input)), chosen, null);
    const errors = Object.fromEntries(
      Object.entries(statedErrors(ctx, opened.caller, read)).filter(([input]) => !isOfOrder(input)),
    );
    if (Object.keys(errors).length > 0) {
      const typed = Object.fromEntries(Object.keys(request.body ?? {}).map((name) => [name, textIn(name)]));
      return show(request, reply, user, opened, { typed, errors });
    }
    await correctStated(ctx, opened.caller, opened.one.applicantId, read.person);
    return reply.redirect(`${personHref(opened.one.applicantId)}?done=saved`, 303);
  });

  pages.post(`${path}/remove`, options, async (request: StaffRequest, reply, user) => {
    const { caller, one } = await found(user, request);
    await removeBroughtIn(ctx, caller, one.applicantId);
    return reply.redirect(
      one.isOrdered ? personHref(one.applicantId) : recordHref({ environment: caller.environment, show: 'elsewhere' }),
      303,
    );
  });
}
