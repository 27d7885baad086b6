// Who answers the live reports of an account: the order of providers by report type, and the account's own connections.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { chooseProviders, listOfferedSubsidiaries } from '../../../features/provider-requests/choice-actions.ts';
import {
  connectProvider,
  disconnectProvider,
  listConnections,
  rotateProviderSecret,
} from '../../../features/provider-requests/connection-actions.ts';
import type { Provider } from '../../../features/provider-requests/provider.ts';
import { type PersonReleases, personReleases } from '../../../features/provider-requests/provider-rules.ts';
import { typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import { listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { manualProvider } from '../../../features/reports/report.ts';
import { typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';

/** A provider that is built in, configured or not. */
export interface ListedProvider extends Pick<Provider, 'name' | 'label' | 'capabilities'> {
  readonly isConfigured: boolean;
  /** Whether what it is asked leaves the program. */
  readonly isOutside: boolean;
}

const changing = { permission: 'manage_accounts', stepUp: 'roles' } as const;
const secret = { ...changing, stepUp: 'secrets' } as const;

const notices = {
  chosen: 'It is saved, and counts for reports that begin from now on.',
  ended: 'The connection has ended. What it was asked goes to the next provider, or to a person.',
};

const releaseTexts: Readonly<Record<PersonReleases, string>> = {
  not_clear: 'A person releases what is not clear',
  everything: 'A person releases every result',
};

const choiceWords: Readonly<Record<string, FieldWords>> = { providers: { input: 'first', begins: 'The order:' } };

const connectionWords: Readonly<Record<string, FieldWords>> = {
  name: { input: 'name', begins: 'The name' },
  url: { input: 'url', begins: 'The address' },
  types: { input: 'types', begins: 'The report types:', empty: 'Enter at least one report type' },
  facts: { input: 'facts', begins: 'The facts:' },
  countries: { input: 'countries', begins: 'The countries:' },
  timeoutMs: { input: 'timeout_ms', begins: 'The time' },
  answersWithinHours: { input: 'answers_within_hours', begins: 'The number of hours' },
  callsPerMinute: { input: 'calls_per_minute', begins: 'The number of calls' },
  costPence: { input: 'cost', begins: 'The cost, in pounds such as 0.50,' },
};

const linesIn = (request: FormRequest, name: string) =>
  typed(request, name)
    .split(/[\s,]+/)
    .filter((one) => one !== '');

const connectionFields = [
  'name',
  'url',
  'types',
  'facts',
  'countries',
  'timeout_ms',
  'answers_within_hours',
  'calls_per_minute',
  'cost',
];

const connectionIn = (request: FormRequest) => ({
  name: typed(request, 'name'),
  url: typed(request, 'url'),
  types: linesIn(request, 'types'),
  facts: linesIn(request, 'facts'),
  countries: linesIn(request, 'countries').map((code) => code.toUpperCase()),
  personDecides: typedAll(request, 'person_decides').includes('yes'),
  asksCandidate: typedAll(request, 'asks_candidate').includes('yes'),
  timeoutMs: typedCount(typed(request, 'timeout_ms')) ?? 10_000,
  answersWithinHours: typedCount(typed(request, 'answers_within_hours')) ?? 72,
  callsPerMinute: typedCount(typed(request, 'calls_per_minute')) ?? null,
  costPence: typedPrice(typed(request, 'cost')) ?? 0,
});

/** The connection of the address; undefined names refuse with `not_found`. */
async function nameIn(ctx: Ctx, request: FormRequest, { account, by }: OpenedAccount): Promise<string> {
  const found = (await listConnections(ctx, by, account.id)).find(({ name }) => name === request.params.name);
  if (found === undefined) throw new Refusal('not_found');
  return found.name;
}

function connectionPages(pages: AccountPages, ctx: Ctx, builtIn: readonly ListedProvider[]): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) =>
    renderAccountPage(request, reply, 'new-connection.njk', opened, {
      title: 'Connect a provider',
      section: 'Providers',
      errors,
      form: Object.fromEntries(connectionFields.map((name) => [name, typed(request, name)])),
      personDecides: typedAll(request, 'person_decides').includes('yes'),
      asksCandidate: typedAll(request, 'asks_candidate').includes('yes'),
    });
  const showSecret = (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, shown: object) =>
    renderAccountPage(request, reply, 'provider-secret.njk', opened, {
      title: 'Secret of the provider',
      section: 'Providers',
      ...shown,
    });

  pages.get('/providers/connect', secret, show);
  pages.post('/providers/connect', secret, async (request, reply, opened) => {
    const given = connectionIn(request);
    const taken = builtIn.map(({ name }) => name);
    let made: { readonly secret: string } | undefined;
    const errors = await refusedFields(async () => {
      made = await connectProvider(ctx, opened.by, opened.account.id, given, taken);
    }, connectionWords);
    if (made === undefined) return show(request, reply.status(422), opened, errors);
    return showSecret(request, reply, opened, { name: given.name, secret: made.secret });
  });
  pages.post('/providers/connections/:name/rotate', secret, async (request, reply, opened) => {
    const name = await nameIn(ctx, request, opened);
    const rotated = await rotateProviderSecret(ctx, opened.by, opened.account.id, name);
    return showSecret(request, reply, opened, { name, ...rotated });
  });
  pages.post('/providers/connections/:name/disconnect', changing, async (request, reply, opened) => {
    await disconnectProvider(ctx, opened.by, opened.account.id, await nameIn(ctx, request, opened));
    return reply.redirect(`${opened.path}/providers?done=ended`, 303);
  });
}

/** How many providers the form puts in order. */
const places = ['first', 'second', 'third'] as const;

export const providersPage =
  (builtIn: readonly ListedProvider[]) =>
  (pages: AccountPages, ctx: Ctx): void => {
    const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) => {
      const { id } = opened.account;
      const [choices, connections, available] = await Promise.all([
        listOfferedSubsidiaries(ctx, opened.by, id),
        listConnections(ctx, opened.by, id),
        listAvailableTypes(ctx, id),
      ]);
      const providers = [
        { value: manualProvider, text: 'A person of the desk' },
        ...builtIn.filter(({ isConfigured }) => isConfigured).map(({ name, label }) => ({ value: name, text: label })),
        ...connections.map(({ name }) => ({ value: name, text: name })),
      ];
      const textOf = (name: string) => providers.find(({ value }) => value === name)?.text ?? name;
      return renderAccountPage(request, reply, 'providers.njk', opened, {
        title: 'Providers',
        section: 'Providers',
        done: noticeIn(request, notices),
        errors,
        choices: choices.map(({ report_type_id, providers: chosen, person_releases }) => ({
          label: reportTypeById(report_type_id)?.label ?? 'Report',
          providers: [...chosen.filter((name) => name !== manualProvider).map(textOf), 'a person'].join(', then '),
          releases: releaseTexts[person_releases],
        })),
        connections,
        builtIn: builtIn.map(({ label, isConfigured, capabilities }) => ({
          label,
          isConfigured,
          types: capabilities.types.join(', '),
        })),
        typeItems: [
          { value: '', text: 'Choose a report type' },
          ...available.map(({ type }) => ({
            value: String(type.id),
            text: type.label,
            selected: typed(request, 'type') === String(type.id),
          })),
        ],
        places: places.map((place, index) => ({
          name: place,
          items: [...(index === 0 ? [] : [{ value: '', text: 'Nobody else' }]), ...providers].map((item) => ({
            ...item,
            selected: item.value === typed(request, place),
          })),
        })),
        releaseItems: personReleases.toReversed().map((value, index) => ({
          value,
          text: releaseTexts[value],
          checked: typed(request, 'releases') === value || (typed(request, 'releases') === '' && index === 0),
        })),
      });
    };

    pages.get('/providers', { permission: 'read_accounts' }, show);
    pages.post('/providers', changing, async (request, reply, opened) => {
      const type = reportTypeById(Number(typed(request, 'type')));
      if (type === undefined) return show(request, reply.status(422), opened, { type: ['Choose a report type'] });
      const chosen = places.map((place) => typed(request, place)).filter((name) => name !== '');
      const releases = personReleases.find((one) => one === typed(request, 'releases')) ?? 'not_clear';
      const configured = new Map(
        builtIn.filter(({ isConfigured }) => isConfigured).map((one) => [one.name, one.capabilities]),
      );
      const given = { type, providers: chosen, personReleases: releases };
      const errors = await refusedFields(
        () => chooseProviders(ctx, opened.by, opened.account.id, given, configured),
        choiceWords,
      );
      if (errors !== undefined) return show(request, reply.status(422), opened, errors);
      return reply.redirect(`${opened.path}/providers?done=chosen`, 303);
    });
    connectionPages(pages, ctx, builtIn);
  };
