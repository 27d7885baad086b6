// `probity providers`: lists the data providers with the facts that each receives, and chooses those that answer an
// account's reports.
import type { Ctx } from '../../context.ts';
import { chooseProviders, listOfferedSubsidiaries } from '../../features/provider-requests/choice-actions.ts';
import {
  connectProvider,
  disconnectProvider,
  listConnections,
  rotateProviderSecret,
} from '../../features/provider-requests/connection-actions.ts';
import { readProviderUse } from '../../features/provider-requests/exchange-actions.ts';
import { pausedUntil } from '../../features/provider-requests/health-actions.ts';
import type { Capabilities } from '../../features/provider-requests/provider.ts';
import { type PersonReleases, personReleases } from '../../features/provider-requests/provider-rules.ts';
import { findReportType } from '../../features/report-types/report-type-rules.ts';
import { builtInProviders } from '../../providers/built-in.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { namedType, typeName } from './report-names.ts';
import { isoTime, known, type LookedAfter, listing, textIn } from './subject.ts';

const name: Field = { name: 'name', kind: 'text', required: true, meaning: 'what the provider is called here' };

const textsIn = (entry: Entry, field: string) => (entry[field] as readonly string[] | undefined) ?? [];
const numberIn = (entry: Entry, field: string, otherwise: number) => (entry[field] as number | undefined) ?? otherwise;

const shown = ({
  types,
  countries,
  facts,
}: Pick<Capabilities, 'types' | 'facts'> & { countries?: readonly string[] | null | undefined }) => ({
  types: types.join(' '),
  countries: countries?.join(' ') ?? 'all',
  facts: facts.join(' '),
});

async function listProviders(ctx: Ctx, accountId: string) {
  const useOf = await readProviderUse(ctx, accountId);
  const used = async (provider: string, healthKey: string) => {
    const until = await pausedUntil(ctx, healthKey);
    return { ...useOf(provider), breaker: until === null ? 'closed' : `open until ${isoTime(until)}` };
  };
  const rows: Row[] = [];
  for (const { described, settings, make } of builtInProviders) {
    rows.push({
      name: described.name,
      state: make(ctx.settings) === undefined ? `off: set ${settings.join(', ')}` : 'configured',
      ...shown(described.capabilities),
      pence: described.limits.costPence,
      ...(await used(described.name, described.name)),
    });
  }
  for (const row of await listConnections(ctx, 'system', accountId)) {
    rows.push({
      name: row.name,
      state: `connected ${isoTime(row.created_at)}`,
      ...shown(row),
      pence: row.cost_pence,
      ...(await used(row.name, row.id)),
    });
  }
  return rows;
}

export const providers: LookedAfter = {
  section: 'providers',
  elsewhere: 'docs/providers.md describes each provider, and the protocol of those that are connected.',
  verbs: {
    list: listing('list every provider, the facts that it receives, and what came of its live calls', listProviders),
    choices: listing('list who answers the reports of the account', async (ctx, accountId) =>
      (await listOfferedSubsidiaries(ctx, 'system', accountId)).map((row) => ({
        report: typeName(row.report_type_id),
        providers: row.providers.join(', '),
        personReleases: row.person_releases,
      })),
    ),
    choose: {
      summary: 'choose who answers the live reports of a type, first to last; after the last a person does',
      ofAccount: true,
      fields: [
        { name: 'report', kind: 'text', required: true, meaning: 'name or name:variant' },
        {
          name: 'providers',
          option: 'provider',
          kind: 'texts',
          required: true,
          meaning: 'name of a provider, or manual; may be given several times',
        },
        {
          name: 'personReleases',
          kind: 'text',
          oneOf: personReleases,
          meaning: 'which results a person releases; by default not_clear',
        },
      ],
      async run(ctx, accountId, entry) {
        const report = namedType(String(entry.report));
        const found = findReportType(report.name, report.variant);
        const type = known('type' in found ? found.type : undefined, 'report');
        const configured = builtInProviders.flatMap(({ make }) => make(ctx.settings) ?? []);
        const builtIn = new Map(configured.map((provider) => [provider.name, provider.capabilities]));
        const releases = (textIn(entry, 'personReleases') ?? 'not_clear') as PersonReleases;
        const given = { type, providers: textsIn(entry, 'providers'), personReleases: releases };
        await chooseProviders(ctx, 'system', accountId, given, builtIn);
        return [{ report: typeName(type.id), providers: given.providers.join(', '), personReleases: releases }];
      },
    },
    connect: {
      summary: 'connect a provider that speaks the signed protocol; its secret is printed once',
      ofAccount: true,
      fields: [
        name,
        { name: 'url', kind: 'text', required: true, meaning: 'https address that its paths begin with' },
        { name: 'types', option: 'type', kind: 'texts', required: true, meaning: 'report type that it answers' },
        { name: 'facts', option: 'fact', kind: 'texts', required: true, meaning: 'path of a fact that it receives' },
        { name: 'countries', option: 'country', kind: 'texts', meaning: 'three-letter code; by default all' },
        { name: 'personDecides', kind: 'flag', meaning: 'a person releases all of its results' },
        { name: 'asksCandidate', kind: 'flag', meaning: 'it may send candidates to a page of its own' },
        { name: 'timeoutMs', kind: 'number', meaning: 'of one call; by default 10000' },
        { name: 'answersWithinHours', kind: 'number', meaning: 'before somebody else is asked; by default 72' },
        { name: 'callsPerMinute', kind: 'number', meaning: 'at most; by default any number' },
        { name: 'costPence', kind: 'number', meaning: 'of one request; by default 0' },
      ],
      async run(ctx, accountId, entry) {
        const given = {
          name: String(entry.name),
          url: String(entry.url),
          types: textsIn(entry, 'types'),
          countries: textsIn(entry, 'countries').map((code) => code.toUpperCase()),
          facts: textsIn(entry, 'facts'),
          personDecides: entry.personDecides === true,
          asksCandidate: entry.asksCandidate === true,
          timeoutMs: numberIn(entry, 'timeoutMs', 10_000),
          answersWithinHours: numberIn(entry, 'answersWithinHours', 72),
          callsPerMinute: (entry.callsPerMinute as number | undefined) ?? null,
          costPence: numberIn(entry, 'costPence', 0),
        };
        const taken = builtInProviders.map(({ described }) => described.name);
        const { id, secret } = await connectProvider(ctx, 'system', accountId, given, taken);
        return [{ name: given.name, id, secret }];
      },
    },
    rotate: {
      summary: 'make a new secret for a connected provider; the one of before is valid for another day',
      ofAccount: true,
      fields: [name],
      async run(ctx, accountId, entry) {
        const { secret, until } = await rotateProviderSecret(ctx, 'system', accountId, String(entry.name));
        return [{ name: String(entry.name), secret, previousUntil: isoTime(until) }];
      },
    },
    disconnect: {
      summary: 'end a connection; what it was asked goes to the next provider, or to a person',
      ofAccount: true,
      fields: [name],
      async run(ctx, accountId, entry) {
        await disconnectProvider(ctx, 'system', accountId, String(entry.name));
        return [{ name: String(entry.name), disconnected: true }];
      },
    },
  },
};

export const describe = describing(providers);
