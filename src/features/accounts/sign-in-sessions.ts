// Sessions of the portals: opens them, identifies their user, and ends them, by better-auth.
import type { Ctx } from '../../context.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { deriveKey } from '../../platform/encryption/sealed-value.ts';
import { type ClientRole, type DeskRole, type Permitted, roles } from '../access/permissions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import type { CheckedRow } from './old-row-queries.ts';
import { sessionTokenOf } from './session-cookie-rules.ts';
import { endSessions } from './session-end-actions.ts';
import { attemptLimit } from './sign-in-attempts.ts';
import { type LibraryOptions, loadLibrary } from './sign-in-library.ts';
import { deviceOf, networkOf, REFRESH_SECONDS, type SecondFactor } from './sign-in-rules.ts';
import { recordFailedSignIn, recordUserSecurityEvent } from './sign-in-security-events.ts';
import {
  confirmSession,
  deleteSession,
  findOpenSession,
  findPortalUser,
  findPortalUserByEmail,
  findSessions,
  type OpenSessionRow,
  type PortalUserRow,
  type SessionChoice,
  type SessionRow,
  startSession,
} from './sign-in-store.ts';
import { demandsProvider } from './single-sign-on-actions.ts';
import { type SubsidiaryWords, subsidiaryWords } from './subsidiary-words.ts';
import { areOwnRows, areRowsAsLeft, hasOnlyOwnRows } from './user-row-actions.ts';

export type SignedInUser = Permitted & {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
} & (
    | {
        readonly kind: 'client';
        readonly accountId: string;
        readonly accountName: string;
        /** What the client calls its subsidiaries. */
        readonly units: SubsidiaryWords;
        /** Set if the user belongs to a subsidiary: they see its orders only. */
        readonly subsidiaryIds: readonly string[] | null;
        readonly role: ClientRole;
        /** Seconds that the account's test clock is ahead. */
        readonly testClockOffsetSeconds: number;
      }
    | { readonly kind: 'desk'; readonly role: DeskRole; readonly accounts: 'all' | readonly string[] }
  );

/** Set-Cookie lines, complete, for the answer. */
export type CookieLines = readonly string[];

/** The browser that asks. */
export interface Visit {
  /** The client's network address. */
  readonly address: string;
  readonly userAgent?: string | undefined;
  /** The request's Cookie header. */
  readonly cookies?: string | undefined;
}

export interface SignedIn {
  readonly user: SignedInUser;
  readonly session: {
    readonly id: string;
    readonly confirmedAt: Date;
    readonly secondFactor: SecondFactor | null;
  };
  /** If there are any, they extend the session. */
  readonly cookieLines: CookieLines;
}

/** A user who gave their password, and owes the second factor. */
export interface HalfSignedIn {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly kind: SignedInUser['kind'];
  readonly sessionId: string;
  /** False: they must set one up first. */
  readonly hasSecondFactor: boolean;
}

export interface SignInSessions {
  /**
   * Undefined for a wrong password and for an unknown or disabled user alike. Refuses with `rate_limited` after too
   * many attempts. The session may still owe the second factor.
   */
  signIn(attempt: Visit & { readonly email: string; readonly password: string }): Promise<CookieLines | undefined>;
  /** For other forms that could be tried often. Refuses with `rate_limited`. */
  countAttempt(attempt: Visit & { readonly email: string }): Promise<void>;
  /** For the second factor. Refuses with `rate_limited`. */
  countCode(attempt: Visit & { readonly email: string }): Promise<void>;
  /** Records a second factor that proved nothing. @param userId undefined if a passkey names nobody */
  recordWrongFactor(userId: string | undefined, address: string, factor: 'code' | 'passkey'): Promise<void>;
  /** Whether this is the first use of the value, such as a challenge. */
  useOnce(value: string): Promise<boolean>;
  /** Opens a session for a user who proved who they are, in place of the browser's present one. */
  /** @param provedAt when the user proved who they are, if that was not now */
  open(userId: string, visit: Visit, secondFactor?: SecondFactor, provedAt?: Date): Promise<CookieLines>;
  /** @param cookies the request's Cookie header */
  signedInUser(cookies: string | undefined): Promise<SignedIn | undefined>;
  halfSignedIn(cookies: string | undefined): Promise<HalfSignedIn | undefined>;
  /** The user has just proved again who they are. */
  confirm(sessionId: string): Promise<void>;
  /** Whether this is the user's password. Refuses with `rate_limited` after too many attempts. */
  isPassword(attempt: Visit & { readonly email: string; readonly password: string }): Promise<boolean>;
  signOut(cookies: string | undefined): Promise<CookieLines>;
  /** The user's open sessions, last used first. */
  list(userId: string): Promise<readonly SessionRow[]>;
  /** Ends a session of the user. Returns how many ended. */
  end(user: SignedInUser, sessionId: string): Promise<number>;
  endOthers(user: SignedInUser, keptSessionId: string): Promise<number>;
  /** Loads the library, which takes most of a second: call it once the program answers. */
  warm(): Promise<void>;
}

/** The same in every process with the same master key; a new master key ends all sessions. */
export function signInSecret(masterKeys: MasterKeys): string {
  return deriveKey(masterKeys.byId.get(masterKeys.currentId)!, 'sign-in').export().toString('base64url');
}

const isRefusedByLibrary = (error: unknown) =>
  (error as { name?: unknown }).name === 'APIError' && Number((error as { statusCode?: unknown }).statusCode) < 500;

function headersWith(cookies: string | undefined): Headers {
  return new Headers(cookies === undefined ? {} : { cookie: cookies });
}

function signedInUserOf(row: PortalUserRow): SignedInUser {
  const person = { userId: row.id, name: row.name, email: row.email };
  return row.kind === 'client'
    ? {
        ...person,
        kind: 'client',
        role: row.role,
        permissions: roles.client[row.role],
        accountId: row.account_id,
        accountName: row.account_name,
        units: subsidiaryWords(row.subsidiary_word),
        subsidiaryIds: row.subsidiary_ids,
        testClockOffsetSeconds: row.clock_offset_seconds,
      }
    : {
        ...person,
        kind: 'desk',
        role: row.role,
        permissions: roles.desk[row.role],
        accounts: accountsOf(row),
      };
}

const accountsOf = (row: PortalUserRow): 'all' | readonly string[] =>
  row.kind === 'client' ? [row.account_id] : row.all_accounts ? 'all' : row.desk_accounts;

const isOfAccount = ({ table }: CheckedRow) => table === 'accounts';

/** Whether the session opens pages: a demand that was made after the sign-in counts at the next page. */
const isComplete = (row: OpenSessionRow): row is OpenSessionRow & { readonly confirmed_at: Date } =>
  row.confirmed_at !== null && (row.second_factor !== null || !row.demands_second_factor);

export function createSignInSessions(ctx: Ctx, options: LibraryOptions): SignInSessions {
  let loading: ReturnType<typeof loadLibrary> | undefined;
  const library = () => {
    loading ??= loadLibrary(options);
    return loading;
  };
  /** Throws the database's error where the library hides it: connecting fails again if the database is unavailable. */
  const throwReason = async (error: unknown): Promise<never> => {
    (await options.pool.connect()).release();
    throw error;
  };
  const attempts = attemptLimit(ctx, options.secret);
  const isOver = (startedAt: Date) => ctx.now().getTime() - startedAt.getTime() >= options.sessionSeconds * 1000;

  /** Returns whose it was, and the cookies that end it in the browser. */
  const endSessionOf = async (cookies: string | undefined) => {
    const open = await openSession(cookies);
    if (open !== undefined) {
      const { id, session_id: only } = open.row;
      await endSessions(ctx, { actor: `user:${id}` }, open.row, { only });
    }
    const { api } = await library();
    const { headers } = await api.signOut({ headers: headersWith(cookies), returnHeaders: true }).catch(throwReason);
    return { ended: open?.row, cookieLines: headers.getSetCookie() };
  };

  /** Completes the library's new session with what we know of it, and ends the one that it replaces. */
  async function begin(
    opened: {
      readonly token: string;
      readonly userId: string;
      readonly cookieLines: CookieLines;
      readonly byPassword: boolean;
    },
    { address, userAgent, cookies }: Visit,
    secondFactor?: SecondFactor,
    provedAt = ctx.now(),
  ): Promise<CookieLines> {
    const user = await findPortalUser(ctx.db, opened.userId);
    if (user === undefined || !(await hasOnlyOwnRows(ctx, user.id))) {
      await deleteSession(ctx.db, opened.token);
      return [];
    }
    if (secondFactor !== 'provider' && (await demandsProvider(ctx, user))) {
      await deleteSession(ctx.db, opened.token);
      await recordUserSecurityEvent(ctx, 'sign_in.provider_demanded', user, { address });
      return [];
    }
    const owes = secondFactor === undefined && (user.demands_second_factor || user.has_second_factor);
    const sessionId = await startSession(ctx.db, ctx.integrity, opened.token, {
      network: networkOf(address),
      device: deviceOf(userAgent),
      secondFactor: secondFactor ?? null,
      confirmedAt: owes ? null : provedAt,
    });
    if (cookies?.includes(`${options.cookieName}=`)) await endSessionOf(cookies);
    const from = { address, ...(sessionId === undefined ? {} : { sessionId }) };
    if (!owes) await recordUserSecurityEvent(ctx, 'sign_in.succeeded', user, from);
    if (secondFactor === 'recovery_code') await recordUserSecurityEvent(ctx, 'recovery_code.used', user, from);
    // A right password alone makes no browser known: it may have been guessed.
    return owes && opened.byPassword
      ? opened.cookieLines
      : [...opened.cookieLines, attempts.rememberDevice(user.email)];
  }

  /** Undefined if the library finds that the session ended. */
  async function extendSession(cookies: string | undefined): Promise<CookieLines | undefined> {
    const { api } = await library();
    const { headers, response } = await api
      .getSession({ headers: headersWith(cookies), returnHeaders: true })
      .catch(throwReason);
    return response === null ? undefined : headers.getSetCookie();
  }

  /** Reads a fresh session in one statement: the library would need two, besides those that find the user. */
  async function openSession(cookies: string | undefined) {
    const token = sessionTokenOf(cookies, options);
    if (token === undefined) return undefined;
    const rows = await findOpenSession(ctx.db, token, Math.max(0, options.idleSeconds - REFRESH_SECONDS));
    const [ofAccounts, own] = [rows.filter(isOfAccount), rows.filter((one) => !isOfAccount(one))];
    const [row] = own;
    if (row === undefined || isOver(row.started_at) || !areOwnRows(ctx, row.id, own, row.old_row)) return undefined;
    // Whoever proved a second factor gains nothing where none is demanded any more: then their accounts are not read.
    if (!areRowsAsLeft(ctx, ofAccounts)) return undefined;
    const cookieLines = row.is_fresh ? [] : await extendSession(cookies);
    return cookieLines && { row, cookieLines };
  }

  async function endOwn(user: SignedInUser, which: SessionChoice): Promise<number> {
    const accountId = user.kind === 'client' ? user.accountId : undefined;
    const row = await findPortalUser(ctx.db, user.userId);
    const ended = row === undefined ? 0 : await endSessions(ctx, { actor: `user:${row.id}` }, row, which);
    if (ended > 0) {
      const detail = { sessions: ended };
      await recordSecurityEvent(ctx, { type: 'session.ended', accountId, actor: `user:${user.userId}`, detail });
    }
    return ended;
  }

  return {
    async warm() {
      await (await library()).$context;
    },
    async signIn({ email: typed, password, ...visit }) {
      const email = typed.trim().toLowerCase();
      const attempt = { email, address: visit.address, cookies: visit.cookies };
      await attempts.count(attempt);
      const { api } = await library();
      try {
        const { headers, response } = await api.signInEmail({
          body: { email, password },
          headers: new Headers(),
          returnHeaders: true,
        });
        await attempts.forget(attempt);
        const { token, user } = response;
        const cookieLines = headers.getSetCookie();
        return await begin({ token, userId: user.id, cookieLines, byPassword: true }, visit);
      } catch (error) {
        if (isRefusedByLibrary(error)) {
          await recordFailedSignIn(ctx, await findPortalUserByEmail(ctx.db, email), visit.address, 'password');
          return undefined;
        }
        return throwReason(error);
      }
    },
    async recordWrongFactor(userId, address, factor) {
      const user = userId === undefined ? undefined : await findPortalUser(ctx.db, userId);
      await recordFailedSignIn(ctx, user, address, factor);
    },
    countAttempt: ({ email, address, cookies }) =>
      attempts.count({ email: email.trim().toLowerCase(), address, cookies }),
    countCode: ({ email, address, cookies }) => attempts.countCode({ email, address, cookies }),
    useOnce: attempts.useOnce,
    async open(userId, visit, secondFactor, provedAt) {
      const { api } = await library();
      const { headers, response } = await api
        .openSession({ body: { userId }, headers: new Headers(), returnHeaders: true })
        .catch(throwReason);
      if (response === null) return [];
      const opened = { token: response.token, userId, cookieLines: headers.getSetCookie(), byPassword: false };
      return begin(opened, visit, secondFactor, provedAt);
    },
    async signedInUser(cookies) {
      const open = await openSession(cookies);
      if (open === undefined || !isComplete(open.row)) return undefined;
      const { session_id: id, confirmed_at: confirmedAt, second_factor: secondFactor } = open.row;
      const session = { id, confirmedAt, secondFactor };
      return { user: signedInUserOf(open.row), session, cookieLines: open.cookieLines };
    },
    async halfSignedIn(cookies) {
      const open = await openSession(cookies);
      if (open === undefined || isComplete(open.row)) return undefined;
      const { id: userId, name, email, kind, session_id: sessionId, has_second_factor: hasSecondFactor } = open.row;
      return { userId, name, email, kind, sessionId, hasSecondFactor };
    },
    confirm: (sessionId) => confirmSession(ctx.db, ctx.integrity, sessionId, ctx.now()),
    async isPassword({ email, password, ...visit }) {
      await attempts.count({ email, address: visit.address, cookies: visit.cookies });
      const { api } = await library();
      try {
        return (await api.verifyPassword({ body: { password }, headers: headersWith(visit.cookies) })).status;
      } catch (error) {
        if (isRefusedByLibrary(error)) return false;
        return throwReason(error);
      }
    },
    async signOut(cookies) {
      const { ended, cookieLines } = await endSessionOf(cookies);
      if (ended !== undefined) {
        await recordUserSecurityEvent(ctx, 'sign_in.ended', ended, { sessionId: ended.session_id });
      }
      return cookieLines;
    },
    list: (userId) => findSessions(ctx.db, userId, ctx.now()),
    end: (user, id) => endOwn(user, { only: id }),
    endOthers: (user, keptId) => endOwn(user, { except: keptId }),
  };
}
