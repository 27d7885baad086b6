// Portals at addresses of their own: links lead there, sessions and forms stay there, and nothing else is served there.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { connect } from 'node:tls';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { storeFactor } from '../../../src/features/accounts/second-factor-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { inviteToSignIn } from '../../../src/features/accounts/sign-in-link-actions.ts';
import { redirectAddress } from '../../../src/features/accounts/single-sign-on-actions.ts';
import { formUri, resultsUri } from '../../../src/features/checks/check-links.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { partsOf } from '../../../src/platform/origins.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { ask, mailsTo } from '../../features/references/asked-references.ts';
import { commandLine } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { startOpenIdProvider } from '../../support/openid-provider.ts';
import { type SentRequest, startProbity, urlOf } from '../../support/probity.ts';
import { recordRoutes } from '../../support/served-routes.ts';
import { password } from '../portal-under-test.ts';

const port = await freePort();
const at = (name: string) => `https://${name}.localhost:${port}`;
const settings = {
  PROBITY_PORT: String(port),
  PROBITY_DESK_URL: at('desk'),
  PROBITY_CLIENT_URL: at('client'),
  PROBITY_CANDIDATE_URL: at('candidate'),
  PROBITY_REFEREE_URL: at('referee'),
};
const { server: probity, routes } = await recordRoutes(() => startProbity({ settings }));
const { ctx, account } = probity;
const caller = account.caller('test');
const { check } = await placeWaiting(ctx, caller);
await createUser(ctx, 'system', account.accountId, { name: 'Chris', email: 'chris@client.test', role: 'standard' });
const samId = await createDeskUser(ctx, 'system', {
  name: 'Sam',
  email: 'sam@desk.test',
  role: 'screener',
  accounts: [],
});

/** Requests a path at the address of a part; an empty one is the base. */
const fetchAt = (part: string, path: string, sent: SentRequest = {}) => {
  const host = part === '' ? `localhost:${port}` : new URL(at(part)).host;
  return probity.fetch(path, { ...sent, headers: { host, ...sent.headers } });
};

test('links in mails and answers lead to the address of their part', async () => {
  const link = { accountId: account.accountId, environment: 'test', checkId: check.id } as const;
  assert.ok((await formUri(ctx, link)).startsWith(`${at('candidate')}/form/`));
  assert.ok(resultsUri(ctx, check.id).startsWith(`${at('client')}/portal/checks/`));
  const [invitation] = await listEmails(ctx, caller, 10);
  assert.ok(invitation!.text.includes(`${at('candidate')}/form/`));
  const { at: report } = await ask(ctx, caller);
  const [request] = await mailsTo(ctx, caller, report.check.id, 'reference_request');
  assert.ok(request!.text.includes(`${at('referee')}/reference/`));
  assert.ok((await inviteToSignIn(ctx, 'system', 'chris@client.test'))!.startsWith(`${at('client')}/sign-in/link/`));
  assert.ok((await inviteToSignIn(ctx, 'system', 'sam@desk.test'))!.startsWith(`${at('desk')}/sign-in/link/`));
});

test('every route of the server names the parts that serve it', () => {
  assert.ok(routes.length > 300, String(routes.length));
  assert.deepEqual(
    routes.filter(({ url }) => partsOf(url) === undefined),
    [],
  );
});

test('each part answers at its own address, and at no other', async () => {
  for (const [part, path, status] of [
    ['desk', '/robots.txt', 200],
    ['candidate', '/robots.txt', 200],
    ['client', '/.well-known/security.txt', 404],
    ['desk', '/sign-in', 200],
    ['client', '/sign-in', 200],
    ['desk', '/desk', 303],
    ['client', '/portal', 303],
    ['candidate', '/form/none', 404],
    ['candidate', '/desk', 404],
    ['candidate', '/sign-in', 404],
    ['desk', '/portal', 404],
    ['desk', '/drafts', 303],
    ['client', '/drafts', 303],
    ['candidate', '/drafts', 404],
    ['client', '/%64esk', 404],
    ['candidate', '/%64esk', 404],
    ['', '/%64esk', 302],
    ['', '/%66orm/some-token', 302],
    ['', '/constructor', 404],
    ['client', '/sign-in/organisation', 200],
    ['desk', '/sign-in/organisation', 404],
    ['client', '/desk', 404],
    ['desk', '/v2/checks', 404],
    ['', '/vftapi/v2/jobroles', 401],
    ['', '/health/live', 200],
    ['candidate', '/health/live', 200],
  ] as const) {
    assert.equal((await fetchAt(part, path)).status, status, `${part} ${path}`);
  }
});

test('the base leads a link of an earlier mail to its part, and takes no form of it', async () => {
  const { status, headers } = await fetchAt('', '/form/some-token?x=1');
  assert.deepEqual([status, headers.location], [302, `${at('candidate')}/form/some-token?x=1`]);
  assert.equal((await fetchAt('', '/form/some-token', { method: 'POST', form: 'a=b' })).status, 404);
});

/** Sends a form of the sign-in page as a browser without Sec-Fetch-Site would. @param fillIn makes its fields from the page */
async function sendSignIn(
  part: string,
  path: string,
  fillIn: (page: string) => Readonly<Record<string, string>>,
  origin = at(part),
) {
  const page = await fetchAt(part, '/sign-in');
  const cookie = [page.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');
  const form = new URLSearchParams({
    ...fillIn(page.text),
    form_token: /name="form_token" value="([^"]+)"/.exec(page.text)![1]!,
  });
  return fetchAt(part, path, { method: 'POST', form, headers: { cookie, origin } });
}

const signIn = (part: string, email: string, origin = at(part)) =>
  sendSignIn(part, '/sign-in', () => ({ email, password }), origin);

test('users sign in at their own portal; at the other they are led to theirs, without a session', async () => {
  await createSignIn(ctx, 'system', { email: 'chris@client.test', password });
  const own = await signIn('client', 'chris@client.test');
  assert.deepEqual([own.status, own.headers.location], [303, '/portal']);
  const session = [own.headers['set-cookie']!]
    .flat()
    .find((line) => line.startsWith('__Host-'))!
    .split(';')[0]!;
  assert.equal((await fetchAt('client', '/portal', { headers: { cookie: session } })).status, 200);
  assert.equal((await fetchAt('desk', '/account', { headers: { cookie: session } })).status, 404, 'carried over');
  const other = await signIn('desk', 'chris@client.test');
  assert.deepEqual([other.status, other.headers.location], [303, `${at('client')}/sign-in`]);
  const left = [other.headers['set-cookie']!].flat().at(-1)!.split(';')[0]!;
  assert.equal((await fetchAt('client', '/portal', { headers: { cookie: left } })).status, 303);
});

test('a form that another of our addresses sends is refused', async () => {
  assert.equal((await signIn('client', 'chris@client.test', at('candidate'))).status, 403);
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

/** A passkey without a device: it answers for whatever address it is told. */
async function givePasskey(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((coordinate) => Buffer.from(coordinate!, 'base64url'));
  const hex = Buffer.from('a5010203262001215820', 'hex');
  const cose = Buffer.concat([hex, left!, Buffer.from('225820', 'hex'), right!]);
  const id = sha256(cose).toString('base64url');
  await storeFactor(ctx, {
    ...{ kind: 'passkey', userId, name: 'Passkey', counter: 0 },
    ...{ credentialId: id, publicKey: cose },
  });
  return (challenge: string, origin: string) => {
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
    // Somebody was present and verified; the counter stays at zero.
    const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from('0500000000', 'hex')]);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  };
}

test('a passkey signs in with the proof of the address that asks, and with no other of ours', async () => {
  const answer = await givePasskey(samId);
  const signInWith = (origin: string) =>
    sendSignIn('desk', '/sign-in/passkey', (page) => ({
      challenge: /name="challenge" value="([^"]+)"/.exec(page)![1]!,
      passkey: answer(/&quot;challenge&quot;:&quot;([^&]+)&quot;/.exec(page)![1]!, origin),
    }));
  const locations = [];
  for (const part of ['client', 'candidate', 'desk']) locations.push((await signInWith(at(part))).headers.location);
  assert.deepEqual(locations, ['/sign-in?unknown-passkey', '/sign-in?unknown-passkey', '/desk']);
});

test('the command line names the redirect address that users come back to from their provider', async () => {
  const { connection, settings: own } = probity;
  const provider = await startOpenIdProvider(() => redirectAddress(own));
  after(() => provider.close());
  const env = {
    ...settings,
    DATABASE_URL: urlOf(connection),
    PROBITY_DATA_DIR: own.dataDir,
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
  };
  const { file } = commandLine(env);
  const set = (trusted: Readonly<Record<string, string>>, issuer: string) =>
    commandLine({ ...env, ...trusted }).run(
      ['single-sign-on', 'set', '--account', account.accountId, '--issuer', issuer, '--client-id', 'probity'].concat([
        '--domain',
        'client.example',
      ]),
      'secret of the client\n',
    );
  assert.match((await set({}, provider.issuer)).err, /issuer publishes no OpenID configuration: certificate untrusted/);
  const trusted = { PROBITY_WEBHOOK_CA: file('authority.pem', provider.ca) };
  const { out, err } = await set(trusted, provider.issuer);
  const address = `${at('client')}/sign-in/organisation/callback`;
  assert.equal(out, `Tell the provider this redirect address: ${address}\n`, err);
  assert.equal(redirectAddress(probity.settings), address);
  assert.equal((await fetchAt('client', new URL(address).pathname)).status, 422);
});

test('the local certificate is for every name below localhost', async () => {
  for (const part of ['desk', 'client', 'candidate', 'referee']) {
    const socket = connect({ port, host: '127.0.0.1', servername: `${part}.localhost`, ca: probity.ca });
    await once(socket, 'secureConnect');
    assert.equal(socket.authorized, true, part);
    socket.destroy();
  }
});
