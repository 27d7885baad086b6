// Reads which account a page is about, and shows the page in the frame of that account's pages.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import { authorityOf, mayDo, type Permission } from '../../../features/access/permissions.ts';
import { type AccountRow, readAccount } from '../../../features/accounts/account-actions.ts';
import { keepsStandard, readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { closingText } from '../../shared/closing-words.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { pageIn } from '../../shared/list-search.ts';
import { type PageModel, renderPage } from '../../shared/page-renderer.ts';
import type { PageOptions, Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';

export { type FormRequest, noticeIn, pageIn, typed, typedAll };

/** Below the address of an account: how far its closing has come. */
export const closingPath = '/closing';

export const accountsPath = '/desk/accounts';

export type DeskUser = UserOf<'desk'>;

export interface OpenedAccount {
  readonly account: AccountRow;
  readonly user: DeskUser;
  /** Who acts, for the actions. */
  readonly by: Authority;
  /** The address that the account's pages begin with. */
  readonly path: string;
}

/** The house standard has its pages where an account has its own, with this word in place of an id. */
const standardWord = 'standard';
export const standardPath = `${accountsPath}/${standardWord}`;
/** As sentences and lists name it. */
export const standardName = 'the house standard';

/** Those who do not keep it read it. Refuses with `not_found` before somebody begins it. */
export async function openedStandard(ctx: Ctx, user: DeskUser): Promise<OpenedAccount> {
  const account = await readStandard(ctx, authorityOf(user));
  if (account === undefined) throw new Refusal('not_found');
  const reading = user.permissions.filter((permission) => !permission.startsWith('manage_'));
  const as = (await keepsStandard(ctx, authorityOf(user))) ? user : { ...user, permissions: reading };
  return { account, user: as, by: authorityOf(as), path: standardPath };
}

/** Refuses with `not_found` for an account that the user does not see. @param path below the address of an account */
async function openedAccount(ctx: Ctx, user: DeskUser, path: string, given = ''): Promise<OpenedAccount> {
  if (given === standardWord && isOfStandard(path)) return openedStandard(ctx, user);
  const id = given.toLowerCase();
  if (!isUuid(id) || (user.accounts !== 'all' && !user.accounts.includes(id))) throw new Refusal('not_found');
  const account = await readAccount(ctx, id);
  if (account.is_standard) throw new Refusal('not_found');
  return { account, user, by: authorityOf(user), path: `${accountsPath}/${id}` };
}

/** The accounts that the user sees and that are not closed, by name. */
export const openAccountsOf = async (ctx: Pick<Ctx, 'db'>, { accounts }: DeskUser) =>
  (await findDeskAccounts(ctx.db, accounts)).filter(({ is_gone: isGone }) => !isGone);

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedAccount) => Promise<unknown>;

export interface AccountPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

/** Registers pages below the address of an account. */
export function accountPagesOf(pages: Pages<'desk'>, ctx: Ctx): AccountPages {
  const adds =
    (add: Pages<'desk'>['get']): AccountPages['get'] =>
    (path, options, handle) =>
      add(`${accountsPath}/:account_id${path}`, options, async (request: FormRequest, reply, user) =>
        handle(request, reply, await openedAccount(ctx, user, path, request.params.account_id)),
      );
  return { get: adds(pages.get), post: adds(pages.post) };
}

interface Section {
  readonly text: string;
  readonly path: string;
  readonly permission: Permission;
}

const sections = [
  { text: 'Overview', path: '', permission: 'read_accounts' },
  { text: 'Report types', path: '/report-types', permission: 'read_accounts' },
  { text: 'Packages and groups', path: '/packages', permission: 'read_accounts' },
  { text: 'Job roles', path: '/job-roles', permission: 'read_accounts' },
  { text: 'Result rules', path: '/result-rules', permission: 'read_accounts' },
  { text: 'Users', path: '/users', permission: 'read_accounts' },
  { text: 'Single sign-on', path: '/single-sign-on', permission: 'read_accounts' },
  { text: 'API keys', path: '/keys', permission: 'read_accounts' },
  { text: 'API requests', path: '/requests', permission: 'read_api_requests' },
  { text: 'Webhooks', path: '/webhooks', permission: 'read_webhooks' },
  { text: 'Subsidiaries', path: '/subsidiaries', permission: 'read_accounts' },
  { text: 'Providers', path: '/providers', permission: 'read_accounts' },
  { text: 'Settings', path: '/settings', permission: 'read_accounts' },
  { text: 'Turnaround', path: '/turnaround', permission: 'read_turnaround' },
  { text: 'Charges', path: '/charges', permission: 'read_charges' },
  { text: 'Invoices', path: '/invoices', permission: 'read_charges' },
  { text: 'History', path: '/history', permission: 'read_accounts' },
] as const satisfies readonly Section[];

export type SectionName = (typeof sections)[number]['text'];

/** Of these, those of the house standard: it has no users, no orders and no charges. */
const sectionsOfStandard: readonly SectionName[] = [
  ...(['Overview', 'Report types', 'Packages and groups', 'Job roles', 'Result rules', 'Settings', 'History'] as const),
];

/** A logo and a name are a client's. */
const isOfStandard = (path: string): boolean =>
  /^\/(report-types|packages|groups|job-roles|result-rules|settings|history)(\/|$)/.test(path) &&
  !/^\/settings\/(logo|account)(\/|$)/.test(path);

/** The address of a section, below the account's. */
export const sectionPath = (name: SectionName): string => sections.find(({ text }) => text === name)!.path;

interface AccountPage extends PageModel {
  readonly section: SectionName;
  /** The sentence of the banner. */
  readonly done?: string | undefined;
}

type AccountPageModel = AccountPage & Readonly<Record<string, unknown>>;

/** @param template in this folder, such as `overview.njk` */
export const renderAccountPage = (
  request: FormRequest,
  reply: FastifyReply,
  template: string,
  opened: OpenedAccount,
  page: AccountPageModel,
): FastifyReply => renderPage(request, reply, `desk/accounts/${template}`, inAccountFrame(opened, page));

/** The model of a page in the frame of the account's pages. */
export function inAccountFrame({ account, user, path }: OpenedAccount, page: AccountPageModel) {
  const { is_standard: isStandard } = account;
  return {
    back: isStandard ? undefined : { text: 'All accounts', href: accountsPath },
    account,
    path,
    here: page.section,
    may: permissionsOf(user),
    ...(account.closing && { closingText: closingText(account.closing), closingHref: `${path}${closingPath}` }),
    sections: sections
      .filter(({ text: name, permission }) =>
        isStandard ? sectionsOfStandard.includes(name) : mayDo(user, permission),
      )
      .map((one) => ({ text: one.text, href: `${path}${one.path}`, active: one.text === page.section })),
    ...page,
  };
}

/** What the user may do, by permission, for templates. */
const permissionsOf = ({ permissions }: DeskUser) =>
  Object.fromEntries(permissions.map((permission) => [permission, true]));

export const asked = (request: FormRequest, name: string): string => text(request.query[name]).trim();
