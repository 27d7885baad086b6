// Sessions of the portals: better-auth on our own tables, without its routes, its migrations or its user table.
import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { deriveKey } from '../../platform/encryption/sealed-value.ts';
import { type ClientRole, type DeskRole, type Permitted, roles } from '../access/permissions.ts';
import { hashPassword, verifyPassword } from './sign-in-passwords.ts';
import {
  ATTEMPT_WINDOW_SECONDS,
  ATTEMPTS_PER_EMAIL,
  ATTEMPTS_PER_NETWORK,
  ATTEMPTS_PER_PERSON,
  IDLE_SECONDS,
  isSessionOver,
  networkOf,
  REFRESH_SECONDS,
} from './sign-in-rules.ts';
import { countAttempts, findPortalUser, forgetAttempts } from './sign-in-store.ts';

export type SignedInUser = Permitted & {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
} & (
    | {
        readonly kind: 'client';
        readonly accountId: string;
        /** Set if the user belongs to a subsidiary: they see its orders only. */
        readonly subsidiaryId: string | null;
        readonly role: ClientRole;
        /** Seconds that the account's test clock is ahead. */
        readonly testClockOffsetSeconds: number;
      }
    | { readonly kind: 'desk'; readonly role: DeskRole; readonly accounts: 'all' | readonly string[] }
  );

/** Set-Cookie lines, complete, for the answer. */
export type CookieLines = readonly string[];

export interface SignInSessions {
  /**
   * Undefined for a wrong password and for an unknown or disabled user alike. Refuses with `rate_limited` after too
   * many attempts.
   */
  signIn(attempt: {
    readonly email: string;
    readonly password: string;
    /** The client's network address. */
    readonly address: string;
  }): Promise<CookieLines | undefined>;
  /** @param cookies the request's Cookie header. If there are cookie lines, they extend the session. */
  signedInUser(
    cookies: string | undefined,
  ): Promise<{ readonly user: SignedInUser; readonly cookieLines: CookieLines } | undefined>;
  signOut(cookies: string | undefined): Promise<CookieLines>;
  /** Loads the library, which takes most of a second: call it once the program answers. */
  warm(): Promise<void>;
}

export interface SignInSessionsOptions {
  readonly pool: Pool;
  /** From `signInSecret`: signs the cookies, and is not stored in the database. */
  readonly secret: string;
  readonly baseUrl: string;
  /** With the `__Host-` prefix. */
  readonly cookieName: string;
}

/** The same in every process with the same master key; a new master key ends all sessions. */
export function signInSecret(masterKeys: MasterKeys): string {
  return deriveKey(masterKeys.byId.get(masterKeys.currentId)!, 'sign-in').export().toString('base64url');
}

async function loadLibrary({ pool, secret, baseUrl, cookieName }: SignInSessionsOptions) {
  const { betterAuth } = await import('better-auth');
  return betterAuth({
    appName: 'Probity',
    baseURL: baseUrl,
    secret,
    database: pool,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    user: {
      modelName: 'sign_in_users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'sign_in_credentials',
      fields: {
        userId: 'user_id',
        providerId: 'provider',
        accountId: 'subject',
        accessToken: 'access_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshToken: 'refresh_token',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        idToken: 'id_token',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'sign_in_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sign_in_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: IDLE_SECONDS,
      updateAge: REFRESH_SECONDS,
    },
    advanced: {
      // The tables' default generates the ids.
      database: { generateId: 'uuid' },
      // Otherwise the library would use the prefix `__Secure-`, which a subdomain may set.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName,
          attributes: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
        },
      },
      ipAddress: { disableIpTracking: true },
    },
    // The library logs only about its own routes, which are not served.
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

type Clocked = Pick<Ctx, 'db' | 'now'>;

const isRefusedByLibrary = (error: unknown) =>
  (error as { name?: unknown }).name === 'APIError' && Number((error as { statusCode?: unknown }).statusCode) < 500;

/** Throws the database's error where the library hides it: connecting fails again if the database is unavailable. */
async function throwReason(pool: Pool, error: unknown): Promise<never> {
  (await pool.connect()).release();
  throw error;
}

function headersWith(cookies: string | undefined): Headers {
  return new Headers(cookies === undefined ? {} : { cookie: cookies });
}

function attemptLimit(ctx: Clocked, secret: string) {
  const subject = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 16);
  const person = (email: string, address: string) => subject('person', email, networkOf(address));
  return {
    /** Counts before the password is checked, so that parallel guesses cannot pass the limit. */
    async refuseTooMany(email: string, address: string): Promise<void> {
      const now = ctx.now();
      const windowStart = new Date(now.getTime() - ATTEMPT_WINDOW_SECONDS * 1000);
      const subjects = [person(email, address), subject('network', networkOf(address)), subject('email', email)];
      const tried = await countAttempts(ctx.db, subjects, now, windowStart);
      const limits = [ATTEMPTS_PER_PERSON, ATTEMPTS_PER_NETWORK, ATTEMPTS_PER_EMAIL];
      if (limits.some((limit, index) => tried[index]! > limit)) {
        throw new Refusal('rate_limited', {}, ATTEMPT_WINDOW_SECONDS);
      }
    },
    forget: (email: string, address: string) => forgetAttempts(ctx.db, person(email, address)),
  };
}

async function findSignedInUser(ctx: Clocked, id: string): Promise<SignedInUser | undefined> {
  const row = await findPortalUser(ctx.db, id);
  if (row === undefined) return undefined;
  const person = { userId: row.id, name: row.name, email: row.email };
  return row.kind === 'client'
    ? {
        ...person,
        kind: 'client',
        role: row.role,
        permissions: roles.client[row.role],
        accountId: row.account_id,
        subsidiaryId: row.subsidiary_id,
        testClockOffsetSeconds: row.clock_offset_seconds,
      }
    : {
        ...person,
        kind: 'desk',
        role: row.role,
        permissions: roles.desk[row.role],
        accounts: row.all_accounts ? 'all' : row.desk_accounts,
      };
}

export function createSignInSessions(ctx: Clocked, options: SignInSessionsOptions): SignInSessions {
  let loading: Promise<Library> | undefined;
  const library = () => {
    loading ??= loadLibrary(options);
    return loading;
  };
  const attempts = attemptLimit(ctx, options.secret);
  return {
    async warm() {
      await (await library()).$context;
    },
    async signIn({ email: typed, password, address }) {
      const email = typed.trim().toLowerCase();
      await attempts.refuseTooMany(email, address);
      const { api } = await library();
      try {
        const signedIn = await api.signInEmail({
          body: { email, password },
          headers: new Headers(),
          returnHeaders: true,
        });
        await attempts.forget(email, address);
        return signedIn.headers.getSetCookie();
      } catch (error) {
        if (isRefusedByLibrary(error)) return undefined;
        return throwReason(options.pool, error);
      }
    },
    async signedInUser(cookies) {
      if (!cookies?.includes(`${options.cookieName}=`)) return undefined;
      const { api } = await library();
      const { headers, response } = await api
        .getSession({ headers: headersWith(cookies), returnHeaders: true })
        .catch((error) => throwReason(options.pool, error));
      if (response === null || isSessionOver(response.session.createdAt, ctx.now())) return undefined;
      const user = await findSignedInUser(ctx, response.user.id);
      return user && { user, cookieLines: headers.getSetCookie() };
    },
    async signOut(cookies) {
      const { api } = await library();
      const { headers } = await api
        .signOut({ headers: headersWith(cookies), returnHeaders: true })
        .catch((error) => throwReason(options.pool, error));
      return headers.getSetCookie();
    },
  };
}
