// The packages and groups of an account: lists, makes, changes and ends them, and adopts those of a standard.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { homeCountryOf } from '../../../features/checks/job-country-rules.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import { citationOf } from '../../../features/knowledge/rule.ts';
import { isLeap } from '../../../features/report-types/agreed-terms.ts';
import {
  changeGroup,
  changePackage,
  createGroup,
  createPackage,
  endGroup,
  endPackage,
  listAgreedGroups,
  listPackages,
} from '../../../features/report-types/agreement-actions.ts';
import { typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import {
  type AvailableById,
  availableById,
  listAvailableTypes,
} from '../../../features/report-types/availability-actions.ts';
import { namedType, type OrderedOption, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { adoptStandard } from '../../../features/report-types/standard-actions.ts';
import { type Standard, standardIds, standards } from '../../../features/report-types/standards.ts';
import { amountText, inPounds, typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { bodyFromDraft } from '../../shared/drafts/drafts.ts';
import { refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import {
  type Composed,
  composedIn,
  composedModel,
  composedWords,
  groupArguments,
  nothingComposed,
  packageArguments,
  valuesOf,
  whoOrdersItems,
} from './composed-form.ts';
import { inPoundsWords } from './report-type-words.ts';
import { proposalsIn, standardRulesPage } from './standard-proposals.ts';

const changing = { permission: 'manage_agreements' } as const;

const notices = {
  saved: 'It is saved, and counts for orders from now on.',
  ended: 'It has ended: no new order can name it.',
  adopted: 'The package and the group of the standard are made, and their report types switched on.',
};

/** What a standard asks for, before somebody adopts it. */
const shownStandard = ({ label, basis, clauses }: Standard) => ({
  label,
  basis: basis.value,
  citation: citationOf(basis),
  reports: clauses.map(({ clause, demands, report, options = [] }) => {
    const found = namedType(report);
    if (!('type' in found)) throw new Error(`a standard names ${report}, which is not in the catalogue`);
    const { type } = found;
    const searched = type.options.filter(({ name }) => options.includes(name)).map((option) => option.label);
    return `${clause === null ? '' : `${clause}: `}${demands}: ${[type.label, ...searched].join(', ')}`;
  }),
});

interface Stored extends Composed {
  readonly id: number;
}

interface Kind {
  readonly path: 'packages' | 'groups';
  readonly noun: string;
  list(ctx: Ctx, accountId: string): Promise<readonly Stored[]>;
  create(ctx: Ctx, by: Authority, accountId: string, composed: Composed): Promise<unknown>;
  change(ctx: Ctx, by: Authority, accountId: string, id: number, composed: Composed): Promise<unknown>;
  end(ctx: Ctx, by: Authority, accountId: string, id: number): Promise<unknown>;
}

const packages: Kind = {
  path: 'packages',
  noun: 'package',
  list: async (ctx, accountId) =>
    (await listPackages(ctx, accountId)).map(
      ({ items, price_pence: pence, subsidiary_ids: subsidiaryIds, ...pack }) => ({
        ...pack,
        subsidiaryIds,
        price: pence === null ? '' : amountText(pence),
        reports: items.flatMap(({ report_type_id, quantity, options }) => {
          const type = reportTypeById(report_type_id);
          return type === undefined ? [] : [{ type, quantity: String(quantity), options: valuesOf(options) }];
        }),
      }),
    ),
  create: (ctx, by, accountId, composed) => createPackage(ctx, by, accountId, packageArguments(composed)),
  change: (ctx, by, accountId, id, composed) => changePackage(ctx, by, accountId, id, packageArguments(composed)),
  end: endPackage,
};

const groups: Kind = {
  path: 'groups',
  noun: 'group',
  list: async (ctx, accountId) =>
    (await listAgreedGroups(ctx, accountId)).map(({ id, name, members }) => ({
      id,
      name,
      description: '',
      price: '',
      subsidiaryIds: null,
      reports: members.flatMap(({ report_type_id, options }) => {
        const type = reportTypeById(report_type_id);
        const values = valuesOf(options as readonly OrderedOption[] | null);
        return type === undefined ? [] : [{ type, quantity: '1', options: values }];
      }),
    })),
  create: (ctx, by, accountId, composed) => createGroup(ctx, by, accountId, groupArguments(composed)),
  change: (ctx, by, accountId, id, composed) => changeGroup(ctx, by, accountId, id, groupArguments(composed)),
  end: endGroup,
};

async function storedIn(ctx: Ctx, kind: Kind, request: FormRequest, { account }: OpenedAccount): Promise<Stored> {
  const found = (await kind.list(ctx, account.id)).find(({ id }) => String(id) === request.params.item_id);
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** What the reports of a package cost alone, in pence; undefined where one of them has no price. */
function sumOfParts({ reports }: Composed, available: AvailableById): number | undefined {
  const parts = reports.map(({ type, quantity }) => {
    const price = available.get(type.id)?.pricePence ?? null;
    const count = typedCount(quantity) ?? 1;
    return price === null || Number.isNaN(count) ? undefined : price * count;
  });
  return parts.length === 0 || parts.includes(undefined)
    ? undefined
    : parts.reduce<number>((sum, one) => sum + one!, 0);
}

/** A price that may be mistyped is saved when it is sent a second time. */
function priceQuestion(composed: Composed, available: AvailableById): FieldMessages | undefined {
  const [sum, pence] = [sumOfParts(composed, available), typedPrice(composed.price)];
  if (sum === undefined || pence === undefined || !isLeap(sum, pence)) return undefined;
  return {
    price: [`${inPounds(pence)} is far from ${inPounds(sum)}, what its reports cost alone. Save again if it is meant`],
  };
}

interface Shown {
  /** The price that is asked about. */
  readonly meant?: string;
  readonly composed: Composed;
  readonly stored?: Stored | undefined;
  readonly errors?: FieldMessages | undefined;
  readonly draft?: Draft | undefined;
}

function composedPages(pages: AccountPages, ctx: Ctx, kind: Kind): void {
  const back = ({ path }: OpenedAccount) => `${path}/packages`;
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, shown: Shown) => {
    const { composed, stored, errors, draft, meant } = shown;
    const available = availableById(await listAvailableTypes(ctx, opened.account.id));
    const parts = sumOfParts(composed, available);
    return renderAccountPage(request, reply, 'composed.njk', opened, {
      title: stored === undefined ? `New ${kind.noun}` : stored.name,
      section: 'Packages and groups',
      back: { text: 'Packages and groups', href: back(opened) },
      errors,
      noun: kind.noun,
      action: `${opened.path}/${kind.path}/${stored?.id ?? 'new'}`,
      isStored: stored !== undefined,
      composed: composedModel(composed, available, homeCountryOf(await readAccountSettings(ctx, opened.account.id))),
      meant,
      partsSum: parts === undefined ? '' : inPounds(parts),
      whoOrders: whoOrdersItems(await listSubsidiaries(ctx, opened.by, opened.account.id), composed),
      draft,
    });
  };
  /** Undefined if the form only added or removed a report. */
  const save = async (
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    stored: Stored | undefined,
    work: (composed: Composed) => Promise<unknown>,
  ) => {
    const composed = composedIn(request);
    if (typed(request, 'do') !== 'save') return show(request, reply, opened, { composed, stored });
    const meant = composed.price;
    if (kind.noun === 'package' && typed(request, 'meant') !== meant) {
      const question = priceQuestion(composed, availableById(await listAvailableTypes(ctx, opened.account.id)));
      if (question !== undefined)
        return show(request, reply.status(422), opened, { composed, stored, errors: question, meant });
    }
    const errors = await refusedFields(() => work(composed), composedWords(composed));
    if (errors !== undefined)
      return show(request, reply.status(422), opened, { composed, stored, errors: inPoundsWords(errors) });
    return reply.redirect(`${back(opened)}?done=saved`, 303);
  };

  /** With what was typed before: the reports that were added are not stored yet. */
  const showBegun = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, stored?: Stored) => {
    const draft = await bodyFromDraft(ctx, request);
    const composed = draft === undefined ? (stored ?? nothingComposed) : composedIn(request);
    return show(request, reply, opened, { composed, stored, draft });
  };

  pages.get(`/${kind.path}/new`, changing, (request, reply, opened) => showBegun(request, reply, opened));
  pages.post(`/${kind.path}/new`, changing, (request, reply, opened) =>
    save(request, reply, opened, undefined, (composed) => kind.create(ctx, opened.by, opened.account.id, composed)),
  );
  pages.get(`/${kind.path}/:item_id`, { permission: 'read_accounts' }, async (request, reply, opened) => {
    const stored = await storedIn(ctx, kind, request, opened);
    return showBegun(request, reply, opened, stored);
  });
  pages.post(`/${kind.path}/:item_id`, changing, async (request, reply, opened) => {
    const stored = await storedIn(ctx, kind, request, opened);
    return save(request, reply, opened, stored, (composed) =>
      kind.change(ctx, opened.by, opened.account.id, stored.id, composed),
    );
  });
  pages.post(`/${kind.path}/:item_id/end`, changing, async (request, reply, opened) => {
    const { id } = await storedIn(ctx, kind, request, opened);
    await kind.end(ctx, opened.by, opened.account.id, id);
    return reply.redirect(`${back(opened)}?done=ended`, 303);
  });
}

interface Beside {
  readonly agreed: AvailableById;
  readonly subsidiaries: Awaited<ReturnType<typeof listSubsidiaries>>;
}

const listed = ({ path }: OpenedAccount, kind: Kind, stored: readonly Stored[], beside?: Beside) =>
  stored.map(({ id, name, price, reports, subsidiaryIds }) => ({
    name,
    id,
    whoOrders: beside?.subsidiaries.flatMap((one) => (subsidiaryIds?.includes(one.id) ? [one.name] : [])).join(', '),
    price: price === '' ? '' : `£${price}`,
    // A price of its own covers them.
    unpriced:
      beside === undefined || price !== ''
        ? []
        : reports.flatMap(({ type }) =>
            (beside.agreed.get(type.id)?.pricePence ?? null) === null ? [{ id: type.id, label: type.label }] : [],
          ),
    href: `${path}/${kind.path}/${id}`,
    reports: reports
      .map(({ type, quantity }) => (quantity === '1' ? type.label : `${quantity} × ${type.label}`))
      .join('; '),
  }));

export function packagesPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) => {
    const { id } = opened.account;
    return renderAccountPage(request, reply, 'packages.njk', opened, {
      title: 'Packages and groups',
      section: 'Packages and groups',
      done: noticeIn(request, notices),
      errors,
      packages: listed(opened, packages, await packages.list(ctx, id), {
        agreed: availableById(await listAvailableTypes(ctx, id)),
        subsidiaries: await listSubsidiaries(ctx, opened.by, id),
      }),
      groups: listed(opened, groups, await groups.list(ctx, id)),
      standardItems: standardIds.map((one) => ({ value: one, text: standards[one].label })),
      proposals: await proposalsIn(ctx, request, opened),
      standardsShown: standardIds.map((one) => shownStandard(standards[one])),
    });
  };

  pages.get('/packages', { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));
  pages.post('/packages/adopt', changing, async (request, reply, opened) => {
    const standard = standardIds.find((one) => one === typed(request, 'standard'));
    if (standard === undefined) return show(request, reply.status(422), opened, { standard: ['Choose a standard'] });
    const errors = await refusedFields(() => adoptStandard(ctx, opened.by, opened.account.id, standard), {});
    if (errors !== undefined) {
      const taken = ['The account has a package or a group with the name of this standard'];
      return show(request, reply.status(422), opened, { standard: taken });
    }
    return reply.redirect(`${opened.path}/packages?done=adopted&of=${standard}`, 303);
  });
  standardRulesPage(pages, ctx);
  composedPages(pages, ctx, packages);
  composedPages(pages, ctx, groups);
}
