// What a client has agreed: report types with their prices, packages, job roles, and how the account is set up. Its
// administrators change the settings that are theirs.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import type { AccountSetting } from '../../../features/accounts/account-setting.ts';
import { settingText } from '../../../features/accounts/account-setting.ts';
import {
  type AccountSettings,
  accountSettings,
  groupedSettings,
  settingsOfClient,
} from '../../../features/accounts/account-settings.ts';
import {
  changeOwnSettings,
  demandOwnSecondFactor,
  readAccountSettings,
} from '../../../features/accounts/account-settings-actions.ts';
import { findAccountManagers } from '../../../features/accounts/contract-queries.ts';
import { readVolumes } from '../../../features/invoices/past-month-actions.ts';
import { type Orderable, readOrderableBy } from '../../../features/orders/order-body-actions.ts';
import { listAgreedJobRoles } from '../../../features/report-types/agreement-actions.ts';
import { comingText } from '../../../features/report-types/agreement-text-rules.ts';
import type { AvailableType } from '../../../features/report-types/availability-actions.ts';
import { optionTexts, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
import { lawOf } from '../../../features/report-types/type-law-rules.ts';
import { volumeForecast, volumeWords } from '../../../features/report-types/volume-price-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { listHref, listParameters, pageIn } from '../../shared/list-search.ts';
import { packagePrice } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { sentSettings, settingInputs, settingWords, typedSettings } from '../../shared/settings/setting-inputs.ts';
import type { Pages } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { mailPreviewPath } from '../mails/mail-preview-page.ts';
import { priceListPath } from './price-list-page.ts';
import { processingPath } from './processing-page.ts';

const path = '/portal/agreement';
const PER_PAGE = 20;
const permission = 'read_agreement' as const;

const notices = { saved: 'The settings are saved.' };

/** Users of a subsidiary read what is agreed for the whole account. */
const mayChange = (user: ClientUser) => user.subsidiaryIds === null && mayDo(user, 'change_own_settings');

/** How many of each type with volume prices the account has ordered this month; undefined for who sees some subsidiaries alone. */
interface Volumes {
  readonly today: IsoDate;
  readonly ordered: ReadonlyMap<number, number> | undefined;
}

const money = (pence: number | null) => (pence === null ? '' : inPounds(pence));

const typeRow = (
  { type, pricePence, feePence, workingDays, renewAfterMonths, ...coming }: AvailableType,
  { today, ordered }: Volumes,
  homeCountry: string,
) => ({
  label: type.label,
  laws: lawOf([type], homeCountry),
  price: money(pricePence),
  fee: money(feePence),
  coming: comingText({ pricePence, feePence, workingDays, renewAfterMonths, ...coming }),
  volume:
    coming.volumePrices === null
      ? []
      : [
          volumeWords(coming.volumePrices),
          ...(ordered === undefined ? [] : [volumeForecast(coming.volumePrices, ordered.get(type.id) ?? 0, today)]),
        ],
  workingDays: workingDays ?? type.workingDays?.value ?? '',
  renewAfterMonths: renewAfterMonths ?? '',
});

/** What has a price comes first. */
const byPrice = (one: AvailableType, other: AvailableType) =>
  Number(one.pricePence === null) - Number(other.pricePence === null) ||
  one.type.label.localeCompare(other.type.label, 'en');

/** Those that an order would be refused for are left out. */
function typesModel(
  request: FormRequest,
  { availableTypes, refusedUnpriced, packagesOnly, homeCountry }: Orderable,
  volumes: Volumes,
) {
  const ordered = [...availableTypes.values()].filter(({ type }) => !packagesOnly && !refusedUnpriced.has(type.id));
  const priced = ordered.filter(({ pricePence }) => pricePence !== null);
  const [q, page] = [text(request.query.q).trim().slice(0, 100), pageIn(request)];
  // Most accounts may order far more than they have agreed prices for: words look in all of it.
  const isAll = text(request.query.show) === 'all' || q !== '' || priced.length === 0;
  const show = isAll && q === '' && priced.length > 0 ? 'all' : undefined;
  const rows = new Map((isAll ? ordered.toSorted(byPrice) : priced.toSorted(byPrice)).map((one) => [one.type, one]));
  const found = filterTypes([...rows.keys()], { q });
  const hrefOf = (to: number, shown: string | undefined = show) =>
    `${listHref(path, listParameters({ q: q || undefined, show: shown, page: to === 1 ? undefined : to }))}#reports`;
  return {
    q,
    isSearched: ordered.length > PER_PAGE,
    countUnpriced: ordered.length - priced.length,
    unpricedHref: !isAll && ordered.length > priced.length ? hrefOf(1, 'all') : undefined,
    pricedHref: isAll && priced.length > 0 ? `${path}#reports` : undefined,
    types: found
      .slice((page - 1) * PER_PAGE, page * PER_PAGE)
      .map((type) => typeRow(rows.get(type)!, volumes, homeCountry)),
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: found.length > page * PER_PAGE ? hrefOf(page + 1) : undefined,
  };
}

function packageRows(orderable: Orderable) {
  return orderable.packages.map((pack) => ({
    name: pack.name,
    description: pack.description,
    price: packagePrice(pack, orderable),
    reports: pack.items.flatMap(({ report_type_id, quantity, options }) => {
      const type = reportTypeById(report_type_id);
      if (type === undefined) return [];
      const label = quantity === 1 ? type.label : `${quantity} × ${type.label}`;
      return [[label, ...optionTexts(type, options ?? [])].join(', ')];
    }),
  }));
}

interface Shown {
  readonly errors?: FieldMessages;
  /** What was typed, by setting. */
  readonly typed?: Readonly<Record<string, string>>;
}

/** What counts only from a month that is not set says nothing to who reads. */
const counts = (name: keyof typeof accountSettings, values: AccountSettings): boolean =>
  name !== 'vatPercentNext' || values.vatNextFrom !== '';

const accessOf = (name: keyof typeof accountSettings) => (accountSettings[name] as AccountSetting).client;

async function settingsModel(ctx: Ctx, user: ClientUser, shown: Shown) {
  const values = await readAccountSettings(ctx, user.accountId);
  const isOwn = mayChange(user);
  const managers = await findAccountManagers(ctx.db, user.accountId, authorityOf(user));
  const grouped = (isWanted: (name: keyof typeof accountSettings) => boolean) =>
    groupedSettings
      .map(({ heading, names }) => ({
        heading,
        settings: settingInputs(
          names.filter(isWanted),
          (name) => shown.typed?.[name] ?? settingText(values[name]),
          undefined,
          managers,
        ),
      }))
      .filter(({ settings }) => settings.length > 0)
      .map((group) => ({ ...group, isOpen: group.settings.some(({ name }) => shown.errors?.[name] !== undefined) }));
  const others = grouped(
    (name) => (accessOf(name) === 'reads' && counts(name, values)) || (!isOwn && accessOf(name) === 'changes'),
  ).flatMap(({ settings }) => settings);
  const isAgreed = ({ name, value }: (typeof others)[number]) =>
    value !== '' && value !== settingText(accountSettings[name].default);
  return {
    own: isOwn ? grouped((name) => accessOf(name) === 'changes') : [],
    agreed: others.filter(isAgreed),
    usual: others.filter((setting) => !isAgreed(setting)),
  };
}

const secondFactorWords = {
  secondFactor: {
    input: 'second_factor',
    begins: 'The second factor',
    instead: { 'needs one of yours first': 'Set up a second factor of your own first, under Security' },
  },
};

const sentSecondFactor = (request: FormRequest) => ({
  second_factor: text(request.body?.second_factor),
  /** As the page showed it: an old page that saves something else never changes it. */
  second_factor_shown: text(request.body?.second_factor_shown),
});

/** What the form says of the second factor, if it says something new. */
async function saveSecondFactor(ctx: Ctx, request: FormRequest, user: ClientUser): Promise<void> {
  const { second_factor: sent, second_factor_shown: shown } = sentSecondFactor(request);
  if (sent === '' || sent === shown) return;
  await demandOwnSecondFactor(ctx, callerFor(user, 'live'), user.userId, sent === 'yes');
}

export function agreementPage(pages: Pages<'client'>, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, user: ClientUser, shown: Shown = {}) => {
    const { second_factor_demanded: isDemanded } = await readAccount(ctx, user.accountId);
    const stored = isDemanded ? 'yes' : 'no';
    const orderable = await readOrderableBy(ctx, callerFor(user, 'live'));
    return renderPage(request, reply, 'client/agreement/agreement.njk', {
      title: 'Agreement',
      done: noticeIn(request, notices),
      errors: shown.errors,
      path,
      processingHref: processingPath,
      priceListHref: priceListPath,
      mailsHref: mayChange(user) ? mailPreviewPath : undefined,
      ...typesModel(request, orderable, {
        today: ukDateOf(ctx.now()),
        ordered:
          user.subsidiaryIds === null ? await readVolumes(ctx, callerFor(user, 'live'), user.accountId) : undefined,
      }),
      packagesOnly: orderable.packagesOnly,
      packages: packageRows(orderable),
      jobRoles: await listAgreedJobRoles(ctx, user.accountId),
      secondFactor: stored,
      typedSecondFactor: shown.typed?.second_factor || stored,
      shownSecondFactor: shown.typed?.second_factor_shown || stored,
      ...(await settingsModel(ctx, user, shown)),
    });
  };

  pages.get(path, { permission, menu: 'Agreement' }, (request: FormRequest, reply, user) => show(request, reply, user));

  pages.post(
    `${path}/settings`,
    { permission: 'change_own_settings', stepUp: 'roles' },
    async (request: FormRequest, reply, user) => {
      if (!mayChange(user)) throw new Refusal('not_permitted');
      const before = await readAccountSettings(ctx, user.accountId);
      const { sent, changed } = sentSettings(request, settingsOfClient, before);
      const save = () => changeOwnSettings(ctx, callerFor(user, 'live'), typedSettings(request, changed));
      const ofSettings = changed.length === 0 ? undefined : await refusedFields(save, settingWords(settingsOfClient));
      const errors = ofSettings ?? (await refusedFields(() => saveSecondFactor(ctx, request, user), secondFactorWords));
      if (errors !== undefined)
        return show(request, reply.status(422), user, { errors, typed: { ...sent, ...sentSecondFactor(request) } });
      return reply.redirect(`${path}?done=saved`, 303);
    },
  );
}
