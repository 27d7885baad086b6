// What an account may order: its report types with their terms, found by a filter and changed a page at a time.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  comingDayProblem,
  comingTerms,
  isComing,
  type TermName,
  termNames,
  terms,
} from '../../../features/report-types/agreed-terms.ts';
import { listPackages } from '../../../features/report-types/agreement-actions.ts';
import { comingText, termText, typedTerms } from '../../../features/report-types/agreement-text-rules.ts';
import {
  type Agreement,
  type AvailableById,
  availableById,
  changeAgreements,
  listAvailableTypes,
  switchOnTemplate,
  switchOnTypes,
} from '../../../features/report-types/availability-actions.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { standardsCalled } from '../../../features/report-types/report-type-search-rules.ts';
import { templateIds, templates } from '../../../features/report-types/templates.ts';
import { volumeWords } from '../../../features/report-types/volume-price-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  pageIn,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';
import { accountsToCopy, agreementCopyPage } from './agreement-copy-page.ts';
import { comingPricePage } from './coming-price-page.ts';
import { reportTypeFilePages, type ShowProblems } from './report-type-file-pages.ts';
import { filteredTypes, filterItems, readFilter, shownFilter } from './report-type-filter.ts';
import { inPoundsWords } from './report-type-words.ts';

const PER_PAGE = 50;
const changing = { permission: 'manage_agreements' } as const;

/** Typed on the page of the report type alone. */
const onOwnPage = [...comingTerms, 'volumePrices'] as const satisfies readonly TermName[];

const notices = {
  saved:
    'The report types are changed. Earlier orders keep their price, their fee and their due date; the months to renewal apply to results that are complete already, too.',
};

/** What was typed in a row, or what is agreed. */
interface Row {
  readonly type: ReportType;
  readonly isOn: boolean;
  /** When the page was made. */
  readonly wasOn: boolean;
  /** By the names of their inputs. */
  readonly texts: Readonly<Record<string, string>>;
  /** Those that are agreed, in one text: what the form leaves as it is stays as the client or a colleague set it meanwhile. */
  readonly shown: string;
  /** The price and the fee that are agreed from a day on, in words; empty for none. */
  readonly coming: string;
  /** The volume prices, in words; empty for none. */
  readonly volume: string;
}

const textsOf = (textOf: (name: TermName) => string) =>
  Object.fromEntries(termNames.map((name) => [terms[name].input, textOf(name)]));

const agreedRow = (type: ReportType, available: AvailableById): Row => {
  const agreed = available.get(type.id);
  const texts = textsOf((name) => termText(name, agreed?.[name]));
  return {
    type,
    shown: Object.values(texts).join('|'),
    isOn: agreed !== undefined,
    wasOn: agreed !== undefined,
    texts,
    coming: agreed === undefined ? '' : comingText(agreed),
    volume: agreed?.volumePrices ? volumeWords(agreed.volumePrices) : '',
  };
};

/** Numbers in one field, with commas between. */
const typedIds = (request: FormRequest, name: string) => typed(request, name).split(',').map(Number);

function typedRow(request: FormRequest, type: ReportType, available: AvailableById): Row {
  const now = agreedRow(type, available);
  const sent = textsOf((name) => typed(request, `${terms[name].input}_${type.id}`));
  const shown = typed(request, `shown_${type.id}`).split('|');
  const isTouched = (name: TermName) => sent[terms[name].input] !== shown[termNames.indexOf(name)];
  const [isTicked, wasOn] = [
    typedAll(request, 'on').includes(String(type.id)),
    typedIds(request, 'were_on').includes(type.id),
  ];
  return {
    ...now,
    isOn: isTicked === wasOn && !termNames.some(isTouched) ? now.isOn : isTicked,
    wasOn,
    texts: textsOf((name) => (isTouched(name) ? sent : now.texts)[terms[name].input]!),
  };
}

const named = ({ name, variant }: ReportType) => ({ name, variant });

const agreementOf = ({ type, texts }: Row): Agreement => ({
  ...named(type),
  ...typedTerms((name) => texts[terms[name].input]!),
});

/** The inputs of the rows, by the field of the action. */
const wordsOf = (rows: readonly Row[]): Readonly<Record<string, FieldWords>> =>
  Object.fromEntries(
    rows.flatMap(({ type }, index) =>
      termNames.map((name): [string, FieldWords] => {
        const { input, called } = terms[name];
        return [`reports[${index}].${name}`, { input: `${input}_${type.id}`, begins: `${type.label}: ${called}` }];
      }),
    ),
  );

/** A price that is typed for a type that stays off would be lost. */
function untickedProblems(rows: readonly Row[]): FieldMessages | undefined {
  const isTyped = ({ texts }: Row) => Object.values(texts).some((text) => text !== '');
  const wrong = rows.filter((row) => !row.isOn && !row.wasOn && isTyped(row));
  if (wrong.length === 0) return undefined;
  return Object.fromEntries(
    wrong.map(({ type }) => [
      `on_${type.id}`,
      [`${type.label}: tick it to switch it on, or clear what is typed beside it`],
    ]),
  );
}

const bulkWords: Readonly<Record<string, FieldWords>> = Object.fromEntries(
  termNames.map((name) => [
    `reports[0].${name}`,
    { input: terms[name].input, begins: `T${terms[name].called.slice(1)}` },
  ]),
);

/** What is to come is taken away together. */
const clearTexts: Readonly<Partial<Record<TermName, string>>> = {
  pricePence: 'The price',
  feePence: 'The fee',
  workingDays: 'The working days: the usual ones apply',
  renewAfterMonths: 'The months: no report is due for renewal',
  nextFrom: 'The price and the fee to come',
};

const clearable = Object.keys(clearTexts) as readonly TermName[];

/** The terms that a change of all found types takes away. */
const clearedTerms = (request: FormRequest): TermName[] =>
  termNames.filter((name) => typedAll(request, 'clear').includes(terms[isComing(name) ? 'nextFrom' : name].input));

function typedAndCleared(request: FormRequest, cleared: readonly TermName[]): FieldMessages | undefined {
  const both = cleared.filter((name) => typed(request, terms[name].input) !== '');
  if (both.length === 0) return undefined;
  return Object.fromEntries(
    both.map((name) => [terms[name].input, [`T${terms[name].called.slice(1)} is both typed and taken away`]]),
  );
}

interface Shown {
  readonly errors?: FieldMessages | undefined;
  /** The rows of the form as they were typed. */
  readonly rows?: readonly Row[];
}

/** The standards that are called so, which are no report types, and whether the account has the package of each. */
async function standardsFound(ctx: Ctx, accountId: string, q: string | undefined) {
  const called = standardsCalled(q);
  if (called.length === 0) return [];
  const names = new Set((await listPackages(ctx, accountId)).map(({ name }) => name));
  return called.map(({ label }) => ({ label, isAdopted: names.has(label) }));
}

export function reportTypesPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, { errors, rows }: Shown = {}) {
    const available = availableById(await listAvailableTypes(ctx, opened.account.id));
    const hasPrices = [...available.values()].some(({ pricePence }) => pricePence !== null);
    const filter = shownFilter(readFilter(request), hasPrices);
    const found = filteredTypes(filter, ({ id }) => available.get(id)?.pricePence);
    const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
    const page = Math.min(pageIn(request), last);
    const path = `${opened.path}/report-types`;
    const hrefOf = (address: string, number = 1) =>
      listHref(address, listParameters({ ...filter, page: number === 1 ? undefined : number }));
    const shownRows =
      rows ?? found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((type) => agreedRow(type, available));
    const toCopy = await accountsToCopy(ctx, opened);
    return renderAccountPage(request, reply, 'report-types.njk', opened, {
      title: 'Report types',
      section: 'Report types',
      done: noticeIn(request, notices),
      errors,
      filter,
      ...filterItems(filter),
      standards: await standardsFound(ctx, opened.account.id, filter.q),
      rows: shownRows.map(({ type, ...row }) => ({
        ...row,
        id: type.id,
        label: type.label,
        code: codeOf(type),
        usualDays: type.workingDays?.value,
      })),
      typeIds: shownRows.map(({ type }) => type.id).join(','),
      wereOn: shownRows
        .filter(({ wasOn }) => wasOn)
        .map(({ type }) => type.id)
        .join(','),
      countFound: found.length,
      allHref: filter.status === 'priced' ? listHref(path, listParameters({ ...filter, status: 'all' })) : undefined,
      countOn: available.size,
      bulk: textsOf((name) => typed(request, terms[name].input)),
      clearItems: clearable.map((name) => ({
        value: terms[name].input,
        text: clearTexts[name],
        checked: typedAll(request, 'clear').includes(terms[name].input),
      })),
      saveAction: hrefOf(path, page),
      bulkAction: hrefOf(`${path}/found`),
      copyItems: [
        { value: '', text: 'Choose an account' },
        ...toCopy.map(({ id, name }) => ({
          value: id,
          text: name,
          selected: id === typed(request, 'from'),
        })),
      ],
      standardId: toCopy.find(({ isStandard }) => isStandard)?.id,
      templateItems: templateIds.map((id) => ({ value: id, text: templates[id].label })),
      pageText: `Page ${page} of ${last}`,
      previousHref: page > 1 ? hrefOf(path, page - 1) : undefined,
      nextHref: page < last ? hrefOf(path, page + 1) : undefined,
    });
  }
  const done = (request: FormRequest, reply: FastifyReply, { path }: OpenedAccount) => {
    const parameters = listParameters({ ...readFilter(request), page: pageIn(request), done: 'saved' });
    return reply.redirect(listHref(`${path}/report-types`, parameters), 303);
  };

  pages.get('/report-types', { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));

  pages.post('/report-types', changing, async (request, reply, opened) => {
    const available = availableById(await listAvailableTypes(ctx, opened.account.id));
    const rows = typedIds(request, 'types')
      .flatMap((id) => reportTypeById(id) ?? [])
      .map((type) => typedRow(request, type, available));
    const unticked = untickedProblems(rows);
    if (unticked !== undefined) return show(request, reply.status(422), opened, { errors: unticked, rows });
    const agreed = rows.filter(({ isOn }) => isOn);
    const ended = rows.filter(({ isOn }) => !isOn).map(({ type }) => type);
    const errors = await refusedFields(() => {
      const change = { agreed: agreed.map(agreementOf), ended, kept: onOwnPage };
      return changeAgreements(ctx, opened.by, opened.account.id, change);
    }, wordsOf(agreed));
    if (errors !== undefined) return show(request, reply.status(422), opened, { errors: inPoundsWords(errors), rows });
    return done(request, reply, opened);
  });

  pages.post('/report-types/found', changing, async (request, reply, opened) => {
    const available = availableById(await listAvailableTypes(ctx, opened.account.id));
    const found = filteredTypes(readFilter(request), ({ id }) => available.get(id)?.pricePence);
    const given = typedTerms((name) => typed(request, terms[name].input));
    const change = typed(request, 'change');
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), opened, { errors });
    if (change !== 'on' && change !== 'off') return refuse({ change: ['Choose whether to switch them on or off'] });
    const cleared = clearedTerms(request);
    const contradicted = typedAndCleared(request, cleared);
    if (contradicted !== undefined) return refuse(contradicted);
    const past = comingDayProblem(given.nextFrom, ukDateOf(ctx.now()));
    if (past !== undefined) return refuse({ [terms.nextFrom.input]: [past] });
    const errors = await refusedFields(
      () =>
        change === 'off'
          ? changeAgreements(ctx, opened.by, opened.account.id, { agreed: [], ended: found })
          : switchOnTypes(
              ctx,
              opened.by,
              opened.account.id,
              found.map((type) => ({ ...named(type), ...given })),
              cleared,
            ),
      bulkWords,
    );
    if (errors !== undefined) return refuse(inPoundsWords(errors));
    return done(request, reply, opened);
  });

  pages.post('/report-types/template', changing, async (request, reply, opened) => {
    const template = templateIds.find((id) => id === typed(request, 'template'));
    if (template === undefined) {
      return show(request, reply.status(422), opened, { errors: { template: ['Choose a template'] } });
    }
    await switchOnTemplate(ctx, opened.by, opened.account.id, template);
    return done(request, reply, opened);
  });

  const showProblems: ShowProblems = (request, reply, opened, errors) => show(request, reply, opened, { errors });
  reportTypeFilePages(pages, ctx, showProblems);
  agreementCopyPage(pages, ctx, showProblems);
  comingPricePage(pages, ctx);
}
