// Configures better-auth for our own tables, without its routes, its migrations or its user table.
import type { BetterAuthPlugin } from 'better-auth';
import type { Pool } from 'pg';
import { hashPassword, verifyPassword } from './sign-in-passwords.ts';
import { REFRESH_SECONDS } from './sign-in-rules.ts';

export interface LibraryOptions {
  readonly pool: Pool;
  /** From `signInSecret`: signs the cookies, and is not stored in the database. */
  readonly secret: string;
  readonly baseUrl: string;
  /** With the `__Host-` prefix. */
  readonly cookieName: string;
  /** A session ends after this time without a request, */
  readonly idleSeconds: number;
  /** and after this time in any case. */
  readonly sessionSeconds: number;
}

/** The library demands a schema of a body; ours is our own code's. */
const ofUser = {
  '~standard': {
    version: 1,
    vendor: 'probity',
    validate: (value: unknown) => ({ value: value as { userId: string } }),
    types: {} as { readonly input: { userId: string }; readonly output: { userId: string } },
  },
} as const;

/** Opens a session without a password, after a passkey, a mailed link or single sign-on. */
async function sessionOpening() {
  const [{ createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import('better-auth/api'),
    import('better-auth/cookies'),
  ]);
  return {
    id: 'session-opening',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', body: ofUser }, async (c) => {
        const { userId } = c.body;
        const user = await c.context.internalAdapter.findUserById(userId);
        if (user === null) return null;
        const session = await c.context.internalAdapter.createSession(userId);
        await setSessionCookie(c, { session, user });
        return { token: session.token };
      }),
    },
  } satisfies BetterAuthPlugin;
}

export async function loadLibrary({ pool, secret, baseUrl, cookieName, idleSeconds }: LibraryOptions) {
  const { betterAuth } = await import('better-auth');
  return betterAuth({
    appName: 'Probity',
    baseURL: baseUrl,
    secret,
    database: pool,
    plugins: [await sessionOpening()],
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
      expiresIn: idleSeconds,
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
