// Those who read a person's data: a key, a client, a screener, a referee, each with how the register names them.
import type { Environment } from '../../../src/context.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import type { RegisteredLook } from '../../../src/features/results/look-register-rules.ts';
import { codeIn, mailsTo } from '../../features/references/asked-references.ts';
import { hiddenFields, password, signedInVisitor, type Visitor, visitor } from '../../portals/portal-under-test.ts';
import type { Answer, Probity, SentRequest } from '../../support/probity.ts';
import type { Route } from '../../support/served-routes.ts';
import type { Person } from './person.ts';

export interface Reader {
  readonly kind: 'key' | 'client' | 'desk' | 'referee';
  /** As the register names them. */
  readonly who: string;
  readonly environments: readonly Environment[];
  /** Of a referee the sign-in is recorded, not each page of the request that they answer. */
  readonly signIn?: RegisteredLook | undefined;
  /** Sends the request of a route with whatever proves who they are. */
  send(method: string, path: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
}

const portals = { client: ['/portal', '/inbox', '/results'], desk: ['/desk', '/inbox', '/results'] } as const;

const isBelow = (url: string, prefix: string) => url === prefix || url.startsWith(`${prefix}/`);

/**
 * About no candidate: a file of invoices and payments, PDFs of prices and quotes, which say what an account or a prospect pays,
 * and a list of users that repeats what was searched for.
 */
const ofNobody = [
  '/desk/accounts/:account_id/statement/file',
  '/portal/charges/account-statement/file',
  '/desk/accounts/:account_id/report-types/prices/pdf',
  '/portal/agreement/prices/pdf',
  '/desk/quotes/:quoteId/pdf',
  '/desk/accounts/:account_id/users',
  '/portal/users',
];

/** Whether the route is one of this reader's; candidates read their own data, and a stranger reads none. */
export function isFor({ kind, environments: [environment] }: Reader, { url, access }: Route): boolean {
  if (ofNobody.includes(url)) return false;
  if (access === 'anyone' || access === 'candidate' || access === 'provider') return false;
  if (kind === 'referee') return access === 'referee';
  if (access === 'referee') return false;
  if (kind !== 'key') return portals[kind].some((prefix) => isBelow(url, prefix));
  if (url.startsWith('/vft-staging')) return environment === 'test';
  if (url.startsWith('/v2') || url.startsWith('/vftapi')) return environment === 'live';
  return url.startsWith('/api/') || isBelow(url, '/results');
}

export function keyReader({ fetch, account }: Probity, environment: Environment): Reader {
  return {
    kind: 'key',
    who: 'administrator',
    environments: [environment],
    send: (method, path) =>
      fetch(path, {
        method: method as NonNullable<SentRequest['method']>,
        key: account.keys[environment],
        ...(method === 'GET' ? {} : { json: {} }),
      }),
  };
}

/** Sends with the cookies of a visitor who has signed in. */
function pageReader(probity: Probity, signedIn: Visitor, formToken: string): Pick<Reader, 'send'> {
  return {
    send(method, path, fields) {
      const cookie = [...signedIn.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return probity.fetch(path, {
        method: method as NonNullable<SentRequest['method']>,
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-form-token': formToken },
        ...(method === 'GET' ? {} : { form: new URLSearchParams(fields) }),
      });
    },
  };
}

type AtTheEnd = (close: () => Promise<void>) => void;

const placeOf = ({ url, caFile }: Probity) => ({ url, authority: caFile });
const tokenOn = (html: string) => /name="form_token" value="([^"]+)"/.exec(html)![1]!;

export async function userReader(probity: Probity, kind: 'client' | 'desk', atTheEnd: AtTheEnd): Promise<Reader> {
  const { ctx, account } = probity;
  const who = `The ${kind}`;
  const person = { name: who, email: `reader@${kind}.test`, role: 'administrator' } as const;
  if (kind === 'client') await createUser(ctx, 'system', account.accountId, person);
  else await createDeskUser(ctx, 'system', { ...person, accounts: [account.accountId] });
  await createSignIn(ctx, 'system', { email: person.email, password });
  const signedIn = await signedInVisitor(placeOf(probity), person.email, atTheEnd);
  const formToken = tokenOn((await signedIn.get('/account')).body);
  return { kind, who, environments: ['live', 'test'], ...pageReader(probity, signedIn, formToken) };
}

/** The link of the mail, and the code that is mailed. */
export async function refereeReader(probity: Probity, person: Person, atTheEnd: AtTheEnd): Promise<Reader> {
  const { ctx, account } = probity;
  const link = `/reference/${person.refereeToken}`;
  const referee = visitor(placeOf(probity), atTheEnd);
  await referee.submit(link, link, {});
  const caller = account.caller(person.environment);
  const [mail] = await mailsTo(ctx, caller, person.refereeCheckId, 'reference_code');
  const { headers } = await referee.submit(`${link}/code`, `${link}/code`, { code: codeIn(mail!.text) });
  if (headers.location !== `${link}/willing`) throw new Error(`the referee was led to ${headers.location}`);
  const formToken = hiddenFields((await referee.get(`${link}/willing`)).body, `${link}/willing`).form_token!;
  const sender = pageReader(probity, referee, formToken);
  return { kind: 'referee', who: 'A referee', environments: [person.environment], ...sender };
}
