// `probity report-types`: the report types that an account may order, with their prices and working days.
import type { Ctx } from '../../context.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import { readStandard } from '../../features/accounts/house-standard-actions.ts';
import { changePriceOfMany, comparePrices, type PriceOfAccount } from '../../features/lists/price-change-actions.ts';
import { comingTerms, eachTerm, type TermName } from '../../features/report-types/agreed-terms.ts';
import {
  listAvailableTypes,
  switchOffTypes,
  switchOnTemplate,
  switchOnTypes,
} from '../../features/report-types/availability-actions.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { findReportType } from '../../features/report-types/report-type-rules.ts';
import { type TemplateId, templateIds } from '../../features/report-types/templates.ts';
import { typedVolume, volumeText } from '../../features/report-types/volume-price-rules.ts';
import type { Entry } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { namedType } from './report-names.ts';
import { note } from './set-up.ts';
import { known, listing, type Subject } from './subject.ts';

interface Typed {
  readonly report: string;
  readonly pence?: number;
  readonly feePence?: number;
  readonly workingDays?: number;
  readonly renewAfterMonths?: number;
  readonly nextPence?: number;
  readonly nextFeePence?: number;
  readonly nextFrom?: string;
  readonly volumePrices?: string;
  readonly nextVolumePrices?: string;
}

/** Answers a row for each account that may order the type. Demo accounts are left alone. */
async function changePrice(ctx: Ctx, _: string, entry: Entry): Promise<readonly Row[]> {
  const { name, variant } = namedType(String(entry.report));
  const found = findReportType(name, variant);
  const type = known('type' in found ? found.type : undefined, 'report');
  const standard = await readStandard(ctx, 'system');
  const clients = (await listAccounts(ctx, 'system')).filter(({ is_demo: isDemo }) => !isDemo);
  const names = new Map(clients.map((one) => [one.id, one.name]));
  if (standard !== undefined) names.set(standard.id, standard.name);
  const [pricePence, feePence, from] = [entry.pence, entry.feePence, entry.from] as [number?, number?, string?];
  const compared = await comparePrices(ctx, 'system', [...names.keys()], { type, standardId: standard?.id });
  const follows = (one: PriceOfAccount) => (pricePence === undefined ? one.hasHouseFee : one.hasHousePrice) === true;
  const chosen = compared.filter((one) => entry.all === true || one.accountId === standard?.id || follows(one));
  const change = { type, pricePence, feePence, from, isMailed: entry.mail === true };
  const changed = await changePriceOfMany(
    ctx,
    'system',
    chosen.map(({ accountId }) => accountId),
    change,
  );
  return compared.map(({ accountId, agreed }) => ({
    account: names.get(accountId)!,
    penceBefore: agreed.pricePence,
    feePenceBefore: agreed.feePence,
    changed: changed.includes(accountId),
  }));
}

export const reportTypes: Subject = {
  createsInAccount: true,
  creation: {
    section: 'reportTypes',
    fields: [
      { name: 'report', kind: 'text', required: true, meaning: 'name or name:variant' },
      { name: 'pence', kind: 'number', meaning: 'what a live report costs without VAT, in whole pence' },
      { name: 'feePence', kind: 'number', meaning: 'the fee of an authority, passed on besides it, in whole pence' },
      { name: 'workingDays', kind: 'number', meaning: 'in how many working days a report is due' },
      {
        name: 'renewAfterMonths',
        kind: 'number',
        meaning: 'after how many months a complete report is due for renewal',
      },
      { name: 'nextPence', kind: 'number', meaning: 'what it costs from the day of --next-from on, in whole pence' },
      { name: 'nextFeePence', kind: 'number', meaning: 'the fee from the day of --next-from on, in whole pence' },
      {
        name: 'nextFrom',
        kind: 'text',
        meaning: 'the day from which they apply, such as 2027-01-31; never if nothing is to come any more',
      },
      {
        name: 'volumePrices',
        kind: 'text',
        meaning: 'lower prices by the number in a month, in pounds, such as "51: 8.00; 201: 7.50"; never ends them',
      },
      { name: 'nextVolumePrices', kind: 'text', meaning: 'the volume prices from the day of --next-from on' },
    ],
    // The action takes a list; the command switches on one type.
    ownNameOf: (refused) =>
      ({ ...eachTerm((name) => name), pricePence: 'pence', nextPricePence: 'nextPence' })[
        refused.split('.').at(-1) as TermName
      ] ?? 'report',
    async create(setUp, accountId, entry) {
      const { report, pence, nextPence, nextFrom, volumePrices, nextVolumePrices, ...terms } =
        entry as unknown as Typed;
      const isEnded = nextFrom === 'never';
      const coming = {
        nextPricePence: nextPence,
        nextFrom: isEnded ? undefined : nextFrom,
        nextVolumePrices: typedVolume(nextVolumePrices ?? ''),
      };
      const hasNoVolume = volumePrices === 'never';
      const volume = { volumePrices: hasNoVolume ? undefined : typedVolume(volumePrices ?? '') };
      const agreement = { ...namedType(report), pricePence: pence, ...terms, ...coming, ...volume };
      const cleared = [...(isEnded ? comingTerms : []), ...(hasNoVolume ? (['volumePrices'] as const) : [])];
      await switchOnTypes(setUp.ctx, 'system', accountId!, [agreement], cleared);
      const { feePence, workingDays, renewAfterMonths, nextFeePence } = terms;
      note(setUp, 'reportTypes', {
        report,
        pence: pence ?? null,
        feePence: feePence ?? null,
        workingDays: workingDays ?? null,
        renewAfterMonths: renewAfterMonths ?? null,
        nextPence: nextPence ?? null,
        nextFeePence: nextFeePence ?? null,
        nextFrom: nextFrom ?? null,
        volumePrices: volumePrices ?? null,
        nextVolumePrices: nextVolumePrices ?? null,
      });
    },
  },
  verbs: {
    list: {
      onlyInJson: ['nextFeePence', 'volumePrices', 'nextVolumePrices'],
      ...listing('list those that the account may order', async (ctx, accountId) =>
        (await listAvailableTypes(ctx, accountId)).map(
          ({ type, pricePence, feePence, workingDays, renewAfterMonths, nextPricePence, ...coming }) => ({
            id: type.id,
            report: codeOf(type),
            label: type.label,
            pence: pricePence,
            feePence,
            workingDays: workingDays ?? type.workingDays?.value ?? null,
            renewAfterMonths,
            nextPence: nextPricePence,
            nextFeePence: coming.nextFeePence,
            nextFrom: coming.nextFrom,
            volumePrices: coming.volumePrices === null ? null : volumeText(coming.volumePrices),
            nextVolumePrices: coming.nextVolumePrices === null ? null : volumeText(coming.nextVolumePrices),
          }),
        ),
      ),
    },
    'change-price': {
      summary:
        'change the price or the fee of one report type in many accounts: those that have the house price, or the house fee if only a fee is given, and the house standard with them; --all for every account that may order it',
      ofAccount: false,
      fields: [
        { name: 'report', kind: 'text', required: true, meaning: 'name or name:variant' },
        { name: 'pence', kind: 'number', meaning: 'the new price without VAT, in whole pence' },
        { name: 'feePence', kind: 'number', meaning: 'the new fee of the authority, in whole pence; 0 ends it' },
        {
          name: 'from',
          kind: 'text',
          meaning: 'the day from which they apply, such as 2027-01-31; at once without it',
        },
        { name: 'all', kind: 'flag', meaning: 'also accounts with a price and fee of their own' },
        { name: 'mail', kind: 'flag', meaning: 'mail it to the administrators and the billing contact of each client' },
      ],
      run: changePrice,
    },
    'switch-on': {
      summary: 'let the account order all types of a template',
      ofAccount: true,
      fields: [{ name: 'template', kind: 'text', required: true, oneOf: templateIds, meaning: 'the set of types' }],
      async run(ctx, accountId, { template }) {
        await switchOnTemplate(ctx, 'system', accountId, template as TemplateId);
        return [{ template: String(template), available: (await listAvailableTypes(ctx, accountId)).length }];
      },
    },
    'switch-off': {
      summary: 'let the account order one no more',
      ofAccount: true,
      fields: [{ name: 'report', kind: 'text', required: true, meaning: 'name or name:variant' }],
      async run(ctx, accountId, { report }) {
        await switchOffTypes(ctx, 'system', accountId, [namedType(String(report))]);
        return [{ report: String(report), available: false }];
      },
    },
  },
};

export const describe = describing(reportTypes);
