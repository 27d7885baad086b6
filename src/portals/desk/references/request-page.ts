// The page that asks somebody for a reference, and the page that corrects the referee.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { lacksConsent } from '../../../features/checks/seen-consent-rules.ts';
import { readOrganisation } from '../../../features/directory/organisation-actions.ts';
import { addressObjections, agencyObjections, withContact } from '../../../features/references/asking-rules.ts';
import {
  type Claim,
  type Entry,
  entriesOf,
  questionnaireChoices,
  questionnaireFor,
  type Referee,
} from '../../../features/references/claim-rules.ts';
import { type MailboxSign, mailboxSigns, signsOf } from '../../../features/references/mailbox-rules.ts';
import { isQuestionnaireId } from '../../../features/references/questionnaires.ts';
import { changeReferee, readObjections, requestReference } from '../../../features/references/reference-actions.ts';
import { takesAnswers } from '../../../features/references/reference-states.ts';
import { readJobToTell } from '../../../features/references/told-actions.ts';
import { type AskedForJob, toldChoices, toldLabels } from '../../../features/references/told-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { reasonsForLeaving } from '../../../features/value-sets/employment-values.ts';
import { formatDate } from '../../../lib/dates.ts';
import { fingerprint } from '../../../lib/fingerprint.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { directoryMatches } from '../directory/directory-matches.ts';
import { consentUnseen } from '../report/seen-consent.ts';
import { numberSeen, othersNumber } from './others-number.ts';
import {
  type OpenedReference,
  openReferencePage,
  type ReferenceRequestOf,
  referencesPath,
  reportHref,
} from './reference-request.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const typedReferee = (body: Readonly<Record<string, unknown>>): Referee => ({
  name: text(body.name),
  jobTitle: text(body.job_title),
  organisation: text(body.organisation),
  email: text(body.email),
  telephone: text(body.telephone),
});

const dateWords = (date: string | null) => (date === null ? undefined : formatDate(date));

/** The form has no box where nothing can be told, and then sends none. */
const typedTold = ({ told }: Readonly<Record<string, unknown>>): string[] =>
  [told].flat().filter((one) => typeof one === 'string');

/** The boxes of what the referee is told besides the name. @param chosen undefined before anybody has chosen */
const toldBoxes = (
  entryKey: string,
  { check }: OpenedReport,
  { chosen, job }: { readonly chosen?: readonly string[] | undefined; readonly job: AskedForJob | undefined },
) =>
  toldChoices(entryKey, check.order.facts, job).map(({ of, text, isUsual, isAsked }) => ({
    value: of,
    text: `${toldLabels[of]}: ${text}`,
    ...(isAsked && { hint: { text: 'The referee is asked about it: they then confirm it, instead of stating it.' } }),
    checked: chosen?.includes(of) ?? isUsual,
  }));

/** What the candidate stated, in rows. */
export function claimRows(claim: Claim) {
  const { list, subject, role, from, to, reason, course, classification, awarded } = claim;
  const subjectLabels = {
    activities: 'Organisation',
    qualifications: 'Institution',
    references: 'How they know each other',
    addresses: 'Address',
  } as const;
  const rows: readonly (readonly [label: string, text: string | null | undefined])[] = [
    [subjectLabels[list], subject],
    ['Town or address', claim.place],
    ['Worked through', claim.agency],
    ['Role', role],
    ['From', dateWords(from)],
    // Studies that ended with an award do not go on.
    ['To', from === null && to === null ? undefined : (dateWords(to) ?? (awarded === null ? 'Goes on' : undefined))],
    ['Reason for leaving', to === null ? undefined : reasonsForLeaving.find(({ value }) => value === reason)?.name],
    ['Course', course],
    ['Class', classification],
    ['Awarded', dateWords(awarded)],
  ];
  return rows.flatMap(([label, value]) => (value ? [{ label, text: value }] : []));
}

export function signTexts(reference: { referee: Referee; namedEmail: string }, candidateEmail: string): string[] {
  const { email, organisation } = reference.referee;
  const signs: MailboxSign[] = signsOf({ email, organisation, namedEmail: reference.namedEmail, candidateEmail });
  return signs.map((sign) => mailboxSigns[sign]);
}

interface AskForm {
  readonly opened: OpenedReport;
  readonly entry: Entry;
  readonly referee: Referee;
  readonly questionnaire: string;
  readonly told?: readonly string[];
  /** Why the referee is asked all the same, as typed. */
  readonly anyway?: string;
  readonly errors?: FieldMessages;
}

async function showAsk(
  ctx: Ctx,
  request: ReferenceRequestOf,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  form: AskForm,
) {
  const { opened, entry, referee, questionnaire, anyway = '', errors } = form;
  const { report, check } = opened;
  const { email } = check.order.facts;
  const objections = (await readObjections(ctx, opened, { entry, referee, by: 'mail' })).map((one) => one.sentence);
  const directory = await directoryMatches(ctx, user, entry.claim, referee);
  const signs = signTexts({ referee, namedEmail: entry.referee.email }, email);
  const asked = isQuestionnaireId(questionnaire) ? questionnaire : 'standard';
  const job = await readJobToTell(ctx, opened.caller, check.order, asked);
  return renderPage(request, reply, 'desk/references/request.njk', {
    title: 'Ask for a reference',
    environment: check.tenant.environment,
    errors,
    backHref: reportHref(report.id),
    action: `${reportHref(report.id)}/references/new`,
    entryKey: entry.key,
    shown: shownOf(entry),
    claim: claimRows(entry.claim),
    stated: entry.stated,
    second: entry.second,
    isNumberSeen: request.body?.[numberSeen] !== undefined || errors?.telephone !== undefined,
    objections,
    anyway,
    permissionHref:
      entry.contactOnly !== undefined && mayDo(user, 'ask_queries')
        ? `${reportHref(report.id)}/queries/new?addressee=candidate&kind=current_employer`
        : undefined,
    referee,
    told: toldBoxes(entry.key, opened, { chosen: form.told, job }),
    questionnaires: questionnaireChoices.map((choice) => ({ ...choice, isChosen: choice.value === questionnaire })),
    directory,
    signs: [
      ...(lacksConsent(check, opened.consents) ? [`${consentUnseen} Whoever is asked may want to see it.`] : []),
      ...directory.signs,
      ...signs.filter((sign) => !objections.includes(sign)),
    ],
    isNew: true,
  });
}

function entryNamed({ report, check }: OpenedReport, key: unknown): Entry {
  const entries = entriesOf(reportTypeById(report.reportTypeId)!, check.order.facts);
  const entry = entries.find((one) => one.key === key);
  if (entry === undefined) throw new Refusal('not_found');
  return entry;
}

/** Of the entry that the form showed: by its number another one could be asked about, of another employer. */
const shownOf = ({ claim, referee }: Entry): string => fingerprint([claim, referee]);

const changedErrors: FieldMessages = {
  name: ['What the candidate stated was changed meanwhile: see what is stated now, and whom to ask about it'],
};

function askPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${referencesPath}/new`;
  pages.get(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const entry = entryNamed(opened, request.query.entry);
    const questionnaire = questionnaireFor(reportTypeById(opened.report.reportTypeId)!, entry.claim.list);
    return showAsk(ctx, request, reply, user, { opened, entry, referee: entry.referee, questionnaire });
  });

  pages.post(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const body = request.body ?? {};
    const opened = await openReport(ctx, user, request.params.reportId);
    const named = entryNamed(opened, body.entry);
    const { questionnaire } = body;
    const entries = entriesOf(reportTypeById(opened.report.reportTypeId)!, opened.check.order.facts);
    const entry = entries.find((one) => shownOf(one) === body.shown);
    if (entry === undefined) {
      const anew = { opened, entry: named, referee: named.referee, questionnaire: String(questionnaire ?? '') };
      return showAsk(ctx, request, reply.status(422), user, { ...anew, errors: changedErrors });
    }
    const referee = typedReferee(body);
    const by = body.by === 'telephone' ? 'telephone' : 'mail';
    const anyway = text(body.anyway).replaceAll('\r\n', '\n');
    const told = typedTold(body);
    const form = { opened, entry, referee, questionnaire: String(questionnaire ?? ''), told, anyway };
    if (body.use !== undefined) {
      const [used] = await readOrganisation(ctx, user, String(body.use));
      return showAsk(ctx, request, reply, user, { ...form, referee: withContact(referee, used) });
    }
    if (body.use_second !== undefined)
      return showAsk(ctx, request, reply, user, { ...form, referee: entry.second ?? entry.referee });
    const others = othersNumber([entry.referee, entry.second], referee, body);
    if (others !== undefined) return showAsk(ctx, request, reply.status(422), user, { ...form, ...others });
    if (!isQuestionnaireId(questionnaire)) {
      const errors = { questionnaire: ['Select the questionnaire'] };
      return showAsk(ctx, request, reply.status(422), user, { ...form, errors });
    }
    try {
      const asking = { entryKey: entry.key, referee, questionnaire, by, anyway, told } as const;
      const id = await requestReference(ctx, opened, asking);
      const base = `${reportHref(opened.report.id)}/references/${id}`;
      return reply.redirect(by === 'mail' ? `${base}?done=sent` : `${base}/telephone`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return showAsk(ctx, request, reply.status(422), user, { ...form, errors: error.fields });
    }
  });
}

interface ChangeForm extends OpenedReference {
  readonly referee: Referee;
  readonly told: readonly string[];
  readonly anyway?: string;
  readonly errors?: FieldMessages;
}

async function showChange(
  ctx: Ctx,
  request: ReferenceRequestOf,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  { opened, reference, referee, told, anyway = '', errors }: ChangeForm,
) {
  const { claim, namedEmail, entryKey } = reference.request;
  const { email } = opened.check.order.facts;
  const isAsked = errors?.anyway !== undefined;
  const found = isAsked ? [...agencyObjections(claim, referee), ...addressObjections(referee, email)] : [];
  const objections = found.map(({ sentence }) => sentence);
  const page = `${reportHref(opened.report.id)}/references/${reference.id}`;
  const directory = await directoryMatches(ctx, user, claim, referee);
  const signs = signTexts({ referee, namedEmail }, email);
  const job = await readJobToTell(ctx, opened.caller, opened.check.order, reference.questionnaire);
  return renderPage(request, reply, 'desk/references/request.njk', {
    title: 'Correct the referee',
    environment: opened.check.tenant.environment,
    errors,
    backHref: page,
    action: `${page}/referee`,
    claim: claimRows(claim),
    referee,
    told: toldBoxes(entryKey, opened, { chosen: told, job }),
    objections,
    anyway,
    directory,
    signs: [...directory.signs, ...signs.filter((sign) => !objections.includes(sign))],
    isNew: false,
    wasMailed: reference.mailedAt !== null,
    isNumberSeen: request.body?.[numberSeen] !== undefined || errors?.telephone !== undefined,
  });
}

function changePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${referencesPath}/:referenceId/referee`;
  const open = async (request: ReferenceRequestOf, user: Parameters<typeof openReferencePage>[1]) => {
    const found = await openReferencePage(ctx, user, request);
    if (!takesAnswers(found.reference.status)) throw new Refusal('state_does_not_allow');
    return found;
  };
  pages.get(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await open(request, user);
    const { referee, told = [] } = found.reference.request;
    return showChange(ctx, request, reply, user, { ...found, referee, told: told.map(({ of }) => of) });
  });

  pages.post(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await open(request, user);
    const body = request.body ?? {};
    const referee = typedReferee(body);
    const told = typedTold(body);
    const anyway = text(body.anyway).replaceAll('\r\n', '\n');
    const form = { ...found, referee, told, anyway };
    if (body.use !== undefined) {
      const [used] = await readOrganisation(ctx, user, String(body.use));
      return showChange(ctx, request, reply, user, { ...form, referee: withContact(referee, used) });
    }
    const others = othersNumber([found.reference.request.referee], referee, body);
    if (others !== undefined) return showChange(ctx, request, reply.status(422), user, { ...form, ...others });
    try {
      await changeReferee(ctx, found.opened.caller, found.reference.id, referee, { anyway, told });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return showChange(ctx, request, reply.status(422), user, { ...form, errors: error.fields });
    }
    return reply.redirect(`${reportHref(found.opened.report.id)}/references/${found.reference.id}?done=changed`, 303);
  });
}

export function requestPages(pages: Pages<'desk'>, ctx: Ctx): void {
  askPages(pages, ctx);
  changePages(pages, ctx);
}
