// A real OpenID provider on loopback, in whose place the test says who signs in.
import { generateKeyPairSync } from 'node:crypto';
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
  /** Who signs in at the provider from now on, and whether it has verified their address. */
  answerAs(email: string, isVerified?: boolean): void;
  /** Whether it publishes keys with which nothing is signed. */
  publishesOtherKeys: boolean;
  close(): Promise<void>;
}

/** @param redirectUri where it may send people back to */
export async function startOpenIdProvider(redirectUri: () => string): Promise<OpenIdProvider> {
  const { key, cert, ca } = await receiverCertificate('good', ['localhost']);
  let person = { email: '', isVerified: true };
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
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: person.email } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['probity', 'a secret that both sides know'];
  function makeProvider(): Provider {
    return new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri()] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of this test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: person.isVerified }),
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
    answerAs(email, isVerified = true) {
      person = { email, isVerified };
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
