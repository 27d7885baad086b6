// The single sign-on of an account, alike for the desk and for its own administrators: sets it up, changes it, lets
// passwords in again, and removes it. An administrator of the client tries it, and ends passwords.
import type { FastifyReply } from 'fastify';
import type { Authority, Caller, Ctx } from '../../../context.ts';
import {
  beginTrial,
  type ProviderRefusal,
  redirectAddress,
} from '../../../features/accounts/single-sign-on-actions.ts';
import { secretEnding } from '../../../features/accounts/single-sign-on-rules.ts';
import {
  allowPasswords,
  endPasswords,
  readSingleSignOn,
  removeSingleSignOn,
  type SingleSignOn,
  setSingleSignOn,
} from '../../../features/accounts/single-sign-on-set-up-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FormWords, refusedFields } from '../field-words.ts';
import { noticeIn, typed } from '../form-fields.ts';
import { visitSecretOf } from '../form-tokens.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';

/** Of the client's administrators, to which a trial comes back. */
export const SINGLE_SIGN_ON_PAGE = '/portal/single-sign-on';

/** Whose single sign-on the page is about. */
interface OpenedSignOn {
  readonly accountId: string;
  readonly by: Authority;
  /** An administrator of the client, who tries it as themselves; undefined at the desk. */
  readonly trier: { readonly caller: Caller; readonly userId: string; readonly email: string } | undefined;
  readonly mayChange: boolean;
  readonly path: string;
  readonly show: (template: string, page: SignOnPage) => FastifyReply;
}

type SignOnPage = PageModel & { readonly done?: string | undefined } & Readonly<Record<string, unknown>>;

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedSignOn) => Promise<unknown>;

/** Registers pages below the address of the page. */
export interface SignOnPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

const notices = {
  saved: 'The provider answers, and is saved. Try it before you end passwords.',
  tried: 'It works: you have signed in there as yourself, and the provider says when.',
  ended: 'Passwords have ended. Users of these domains sign in at the provider; their open sessions ended.',
  allowed: 'Passwords let your users in again.',
  removed: 'Single sign-on is removed. Users sign in with their passwords.',
};

const words: FormWords = {
  issuer: { input: 'issuer', begins: 'The issuer' },
  clientId: { input: 'client_id', begins: 'The client ID', empty: 'Enter the client ID' },
  clientSecret: { input: 'client_secret', begins: 'The secret', empty: 'Enter the client secret' },
  domains: { input: 'domains', begins: 'The domains' },
  secretEndsOn: { input: 'secret_ends_on', begins: 'The day' },
  passwords: { input: 'passwords', begins: 'Passwords' },
};

/** What an administrator tells their IT, by why the provider let them in as nobody. */
const refusals: Readonly<Record<ProviderRefusal, string>> = {
  state: 'The answer came too late, from another browser or twice. Try it again.',
  answer:
    'The provider did not confirm the sign-in. Compare the client ID, the secret and the redirect address with what is set there.',
  email: 'The provider sends no email address. Let it send the claim “email” for the scope “email”.',
  unverified: 'The provider does not say that it verified the address. Let it send the claim “email_verified” as true.',
  auth_time:
    'The provider does not say when you signed in there. Let it send the claim “auth_time” in the identity token, as OpenID Connect demands where we ask with “max_age”: without it nobody can confirm that it is them before secrets and exports.',
  stale:
    'The provider let you in without asking you again. Let it follow “prompt=login” and “max_age=0”: otherwise nobody can confirm that it is them before secrets and exports.',
  domain: 'The address that the provider sends is in none of the domains below.',
  nobody: 'The provider sends the address of nobody who was invited here.',
  somebody_else:
    'The provider sends the address of somebody else, or knows another person by yours. Sign in there as yourself.',
};

/** `client.example, passwords have ended`, for an overview. */
export const signOnText = (found: SingleSignOn | undefined): string =>
  found === undefined
    ? 'Not set up'
    : `${found.domains.join(', ')}${found.recovery === null ? '' : ', passwords have ended'}`;

const sentForm = (request: FormRequest) => ({
  issuer: typed(request, 'issuer'),
  clientId: typed(request, 'client_id'),
  domains: typed(request, 'domains'),
  secretEndsOn: typed(request, 'secret_ends_on'),
});

const formOf = (found: SingleSignOn | undefined) => ({
  issuer: found?.issuer ?? '',
  clientId: found?.clientId ?? '',
  domains: found?.domains.join(', ') ?? '',
  secretEndsOn: found?.secretEndsOn ?? '',
});

export function singleSignOnPages(pages: SignOnPages, ctx: Ctx, reading: PageOptions, changing: PageOptions): void {
  async function show(request: FormRequest, opened: OpenedSignOn, sent?: { readonly errors: FieldMessages }) {
    const found = await readSingleSignOn(ctx, opened.by, opened.accountId);
    const refused = text(request.query.refused);
    return opened.show('shared/single-sign-on/single-sign-on.njk', {
      title: 'Single sign-on',
      done: noticeIn(request, notices),
      refused: Object.hasOwn(refusals, refused) ? refusals[refused as ProviderRefusal] : undefined,
      errors: sent?.errors,
      path: opened.path,
      redirectAddress: redirectAddress(ctx.settings),
      found,
      ending: found && secretEnding(found.secretEndsOn, ukDateOf(ctx.now())),
      mayChange: opened.mayChange,
      isOwn: opened.trier !== undefined,
      form: sent !== undefined && request.body?.issuer !== undefined ? sentForm(request) : formOf(found),
    });
  }

  const change = { ...changing, stepUp: 'roles' } as const;
  const back = (reply: FastifyReply, { path }: OpenedSignOn, done: string) =>
    reply.redirect(`${path}?done=${done}`, 303);

  pages.get('', reading, (request, _, opened) => show(request, opened));

  pages.post('', change, async (request, reply, opened) => {
    const { domains, ...given } = sentForm(request);
    const args = {
      ...given,
      clientSecret: text(request.body?.client_secret).trim(),
      domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    };
    const errors = await refusedFields(() => setSingleSignOn(ctx, opened.by, opened.accountId, args), words);
    if (errors === undefined) return back(reply, opened, 'saved');
    reply.status(422);
    return show(request, opened, { errors });
  });

  pages.post('/passwords', change, async (request, reply, opened) => {
    const { trier } = opened;
    if (typed(request, 'do') !== 'end') {
      await allowPasswords(ctx, opened.by, opened.accountId);
      return back(reply, opened, 'allowed');
    }
    if (trier === undefined) throw new Refusal('not_permitted');
    const errors = await refusedFields(() => endPasswords(ctx, trier.caller, trier.userId), words);
    if (errors === undefined) return back(reply, opened, 'ended');
    reply.status(422);
    return show(request, opened, { errors });
  });

  pages.post('/remove', change, async (_, reply, opened) => {
    await removeSingleSignOn(ctx, opened.by, opened.accountId);
    return back(reply, opened, 'removed');
  });
}

/** Registers the trial, which the client's administrators have alone. A link leads on: no form leads to another site. */
export function trialPage(pages: Pick<SignOnPages, 'post'>, ctx: Ctx, options: PageOptions): void {
  pages.post('/try', options, async (request, reply, { trier, path, show }) => {
    if (trier === undefined) throw new Refusal('not_permitted');
    const { caller, userId, email } = trier;
    const leaving = { userId, email, browser: visitSecretOf(request, reply), next: '' };
    const provider = await beginTrial(ctx, caller, leaving).catch((error: unknown) => {
      ctx.log.warn('single sign-on: no trial', { accountId: caller.accountId, error });
      return undefined;
    });
    if (provider === undefined) return reply.redirect(`${path}?refused=answer`, 303);
    return show('shared/single-sign-on/try.njk', {
      title: 'Try the single sign-on',
      back: { text: 'Single sign-on', href: path },
      provider: provider.href,
      host: provider.host,
      email,
    });
  });
}
