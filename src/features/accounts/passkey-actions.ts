// Passkeys: the challenges that pages show, and the answers that browsers send.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Ctx } from '../../context.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import { storeFactor } from './second-factor-actions.ts';
import { findFactors, findPasskey, useFactor } from './second-factor-store.ts';

const CHALLENGE_MINUTES = 10;

/** The library is loaded at the first use. */
const library = () => import('@simplewebauthn/server');

export interface Challenge {
  /** For the browser's passkey API, as JSON. */
  readonly options: string;
  /** Goes into the form and comes back with the answer. */
  readonly sealed: string;
}

/**
 * What came back. `browser` identifies the browser that the challenge was made for, `origin` is the address of ours that it
 * came to.
 */
export interface PasskeyAnswer {
  readonly answer: string;
  readonly sealed: string;
  readonly browser: string;
  readonly origin: string;
}

const place = (browser: string) => ['passkey challenge', browser];

function newChallenge(ctx: Ctx, browser: string) {
  const challenge = newSecretBytes(32);
  const until = ctx.now().getTime() + CHALLENGE_MINUTES * 60_000;
  const sealed = ctx.keys.operator.seal(place(browser), JSON.stringify([challenge.toString('base64url'), until]));
  return { challenge: new Uint8Array(challenge), sealed };
}

/** The challenge that the form carried; undefined if it is too old, or another browser's. */
function challengeIn(ctx: Ctx, { sealed, browser }: PasskeyAnswer): string | undefined {
  try {
    const [challenge, until] = JSON.parse(ctx.keys.operator.open(place(browser), sealed)) as [string, number];
    return until > ctx.now().getTime() ? challenge : undefined;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

function parsed<T>(answer: string): T | undefined {
  try {
    return JSON.parse(answer) as T;
  } catch {
    return undefined;
  }
}

/** Another portal may have a host of its own, whose answers do not count here. */
const expected = ({ origin }: PasskeyAnswer) => ({
  expectedOrigin: origin,
  expectedRPID: new URL(origin).hostname,
  requireUserVerification: true,
});

/** For the library; browsers take the host of the page, because what they get names none. */
const rpID = (ctx: Ctx) => new URL(ctx.settings.baseUrl).hostname;

/** A passkey for this user: kept on the device, and opened by its PIN or biometrics, so that it is two factors in one. */
export async function offerPasskey(
  ctx: Ctx,
  user: { readonly userId: string; readonly email: string; readonly name: string },
  browser: string,
): Promise<Challenge> {
  const { generateRegistrationOptions } = await library();
  const { challenge, sealed } = newChallenge(ctx, browser);
  const known = (await findFactors(ctx.db, user.userId)).flatMap(({ credential_id: id }) =>
    id === null ? [] : [{ id }],
  );
  const options = await generateRegistrationOptions({
    rpName: 'Probity',
    rpID: rpID(ctx),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.userId),
    challenge,
    excludeCredentials: known,
    // EdDSA, ES256 and RS256. By default the library asks Node for newer ones, which prints warnings.
    supportedAlgorithmIDs: [-8, -7, -257],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: JSON.stringify({ ...options, rp: { name: options.rp.name } }), sealed };
}

/** Returns false if the answer does not fit. Refuses with `already_taken`. */
export async function addPasskey(ctx: Ctx, userId: string, name: string, given: PasskeyAnswer): Promise<boolean> {
  const expectedChallenge = challengeIn(ctx, given);
  const response = parsed<RegistrationResponseJSON>(given.answer);
  if (expectedChallenge === undefined || response === undefined) return false;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({ response, expectedChallenge, ...expected(given) }).catch(
    () => undefined,
  );
  if (!verified?.verified) return false;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  await storeFactor(ctx, { kind: 'passkey', userId, name, credentialId, publicKey: Buffer.from(publicKey), counter });
  return true;
}

/** For signing in and for proving again: any passkey of this site that the browser has. */
export async function askForPasskey(ctx: Ctx, browser: string): Promise<Challenge> {
  const { generateAuthenticationOptions } = await library();
  const { challenge, sealed } = newChallenge(ctx, browser);
  const options = await generateAuthenticationOptions({ rpID: rpID(ctx), challenge, userVerification: 'required' });
  return { options: JSON.stringify({ ...options, rpId: undefined }), sealed };
}

/** The id of the user whose passkey answered; undefined if none did. An answer counts once. */
export async function proveByPasskey(
  ctx: Ctx,
  given: PasskeyAnswer,
  useOnce: (value: string) => Promise<boolean>,
): Promise<string | undefined> {
  const expectedChallenge = challengeIn(ctx, given);
  const response = parsed<AuthenticationResponseJSON>(given.answer);
  if (expectedChallenge === undefined || typeof response?.id !== 'string') return undefined;
  const passkey = await findPasskey(ctx.db, response.id);
  if (passkey === undefined || !(await useOnce(expectedChallenge))) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const credential = { id: response.id, publicKey: new Uint8Array(passkey.public_key!), counter: passkey.counter };
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    credential,
    ...expected(given),
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const used = await useFactor(ctx.db, passkey.id, verified.authenticationInfo.newCounter, ctx.now());
  return used > 0 ? passkey.user_id : undefined;
}
