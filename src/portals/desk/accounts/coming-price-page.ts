// The price and the fee of one report type of an account: those of today, and those that apply from a day on.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readVolumes } from '../../../features/invoices/past-month-actions.ts';
import {
  comingDayProblem,
  comingTerms,
  isComing,
  isLeap,
  type TermName,
  type TypedTerms,
  termNames,
  terms,
} from '../../../features/report-types/agreed-terms.ts';
import { comingText, termText, typedTerms } from '../../../features/report-types/agreement-text-rules.ts';
import {
  type AvailableType,
  changeAgreements,
  listAvailableTypes,
} from '../../../features/report-types/availability-actions.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import { volumeForecast, volumeWords } from '../../../features/report-types/volume-price-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { agreedPrice } from '../../shared/page-filters.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { inPoundsWords } from './report-type-words.ts';

const notices = {
  saved: 'What is to come is saved. Earlier orders keep their price and their fee.',
  today: 'The price and the fee are saved, and count for orders from now on; what stood before is in the history.',
  volume: 'The volume prices are saved. They count for this month, and for last month where it is not invoiced yet.',
};

const todaysTerms = ['pricePence', 'feePence'] as const;
const typedHere = [...todaysTerms, ...comingTerms, 'volumePrices'] as const;

const words: Readonly<Record<string, FieldWords>> = Object.fromEntries(
  typedHere.map((name) => [
    `reports[0].${name}`,
    { input: terms[name].input, begins: `T${terms[name].called.slice(1)}` },
  ]),
);

/**
 * What may be mistyped, or takes away what was agreed before, is saved when it is sent a second time. @returns undefined if there
 * is nothing to ask
 */
function questionsOf(given: TypedTerms, available: AvailableType): FieldMessages | undefined {
  const { pricePence, nextFrom } = available;
  const leaps = (['pricePence', 'nextPricePence'] as const).flatMap((name) => {
    const pence = given[name];
    if (pence === undefined || !isLeap(pricePence, pence)) return [];
    const far = `${inPounds(pence)} is far from ${inPounds(pricePence!)} of today. Save again if it is meant`;
    return [[terms[name].input, [far]] as const];
  });
  const isReplaced = nextFrom !== null && given.nextFrom !== undefined && given.nextFrom !== nextFrom;
  const replaced = `This takes the place of what is agreed ${comingText(available)}. Save again if that no longer applies`;
  const all = [...leaps, ...(isReplaced ? [[terms.nextFrom.input, [replaced]] as const] : [])];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

const isOfVolume = (name: TermName) => name === 'volumePrices';
const isOfToday = (name: TermName) => (todaysTerms as readonly TermName[]).includes(name);

export function comingPricePage(pages: AccountPages, ctx: Ctx): void {
  const path = '/report-types/:report_type_id';

  /** Refuses with `not_found` one that is switched off. */
  async function availableIn(request: FormRequest, { account }: OpenedAccount): Promise<AvailableType> {
    const id = request.params.report_type_id;
    const found = (await listAvailableTypes(ctx, account.id)).find(({ type }) => String(type.id) === id);
    if (found === undefined) throw new Refusal('not_found');
    return found;
  }

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    errors?: FieldMessages,
    meant?: string,
  ) {
    const available = await availableIn(request, opened);
    const { type, pricePence, feePence, volumePrices } = available;
    const today = ukDateOf(ctx.now());
    const volumes = volumePrices === null ? undefined : await readVolumes(ctx, opened.by, opened.account.id);
    const sent = Object.keys(request.body ?? {});
    const textOf = (name: TermName) => {
      const { input } = terms[name];
      return errors !== undefined && sent.includes(input) ? typed(request, input) : termText(name, available[name]);
    };
    return renderAccountPage(request, reply, 'coming-price.njk', opened, {
      title: type.label,
      section: 'Report types',
      back: { text: 'Report types', href: `${opened.path}/report-types` },
      done: noticeIn(request, notices),
      errors,
      meant,
      code: codeOf(type),
      now: agreedPrice(pricePence, feePence ?? 0),
      coming: comingText(available),
      volume: volumePrices && volumeWords(volumePrices),
      forecast: volumePrices && volumeForecast(volumePrices, volumes?.get(type.id) ?? 0, today),
      action: `${opened.path}/report-types/${type.id}`,
      texts: Object.fromEntries(typedHere.map((name) => [terms[name].input, textOf(name)])),
    });
  }

  pages.get(path, { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));

  /** Saves these terms as they were typed; the others stay. */
  async function save(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    isSent: (name: TermName) => boolean,
  ) {
    const available = await availableIn(request, opened);
    const { type } = available;
    const { name, variant } = type;
    const given = typedTerms((term) => (isSent(term) ? typed(request, terms[term].input) : ''));
    const past = comingDayProblem(given.nextFrom, ukDateOf(ctx.now()));
    if (past !== undefined) return show(request, reply.status(422), opened, { [terms.nextFrom.input]: [past] });
    const questions = questionsOf(given, available);
    const meant = `${given.nextPricePence ?? given.pricePence ?? ''} ${given.nextFrom ?? ''}`;
    if (questions !== undefined && typed(request, 'meant') !== meant.trim())
      return show(request, reply.status(422), opened, questions, meant.trim());
    const kept = termNames.filter((term) => !isSent(term));
    const change = { agreed: [{ name, variant, ...given }], ended: [], kept };
    const errors = await refusedFields(() => changeAgreements(ctx, opened.by, opened.account.id, change), words);
    if (errors !== undefined) return show(request, reply.status(422), opened, inPoundsWords(errors));
    const done = isSent('nextFrom') ? 'saved' : isSent('volumePrices') ? 'volume' : 'today';
    return reply.redirect(`${opened.path}/report-types/${type.id}?done=${done}`, 303);
  }

  pages.post(path, { permission: 'manage_agreements' }, (request, reply, opened) =>
    save(request, reply, opened, isComing),
  );
  pages.post(`${path}/today`, { permission: 'manage_agreements' }, (request, reply, opened) =>
    save(request, reply, opened, isOfToday),
  );
  pages.post(`${path}/volume`, { permission: 'manage_agreements' }, (request, reply, opened) =>
    save(request, reply, opened, isOfVolume),
  );
}
