// A real OpenID provider on loopback, in whose place the test says who signs in.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { receiverCertificate } from './receiver-certificates.ts';

export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM, for PROBITY_WEBHOOK_CA and a browser. */
  readonly ca: string;
  readonly certificate: string;
  /** Who signs in at the provider from now on, whether it has verified their address, and as whom it knows them. */
  answerAs(email: string, isVerified?: boolean, subject?: string): void;
  /** Replaces claims of the identity tokens that it signs from now on. */
  claimInstead(claims: Readonly<Record<string, unknown>>): void;
  /** Whether it publishes keys with which nothing is signed. */
  publishesOtherKeys: boolean;
  close(): Promise<void>;
}

/** @param redirectUri where it may send people back to */
export async function startOpenIdProvider(redirectUri: () => string): Promise<OpenIdProvider> {
  const { key, cert, ca } = await receiverCertificate('good', ['localhost']);
  let person = { email: '', isVerified: true, subject: '' };
  let instead: Readonly<Record<string, unknown>> = {};
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  /** Signs the identity token of the answer again, with other claims. */
  function changeClaims(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((body: Buffer | string) => {
      const answer = JSON.parse(String(body)) as { id_token: string };
      const [header, payload] = answer.id_token.split('.') as [string, string];
      const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...instead };
      const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
      response.removeHeader('content-length');
      end(JSON.stringify({ ...answer, id_token: `${signed}.${signature}` }));
      return response;
    }) as typeof response.end;
  }

  const state = { publishesOtherKeys: false };
  const { publicKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let provider: Provider | undefined;
  const server = createServer({ key, cert }, (request, response) => {
    provider ??= makeProvider();
    if (state.publishesOtherKeys && request.url === '/jwks') {
      const { n, e } = otherKey.export({ format: 'jwk' });
      const jwks = { keys: [{ kty: 'RSA', use: 'sig', n, e }] };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks));
    }
    if (request.url === '/token' && Object.keys(instead).length > 0) changeClaims(response);
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: person.subject } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['probity', 'a secret that both sides know'];
  function makeProvider(): Provider {
    return new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri()] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
      cookies: { keys: ['a key of this test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: person.email, email_verified: person.isVerified }),
      }),
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client!.clientId,
          accountId: ctx.oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
  }
  return {
    issuer,
    clientId,
    clientSecret,
    ca,
    certificate: cert,
    answerAs(email, isVerified = true, subject = email) {
      person = { email, isVerified, subject };
    },
    claimInstead(claims) {
      instead = claims;
    },
    get publishesOtherKeys() {
      return state.publishesOtherKeys;
    },
    set publishesOtherKeys(value) {
      state.publishesOtherKeys = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
