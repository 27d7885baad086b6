// Runs the program with which a guide verifies notifications, and tests which requests its isSigned accepts.
import assert from 'node:assert/strict';
import { guideOf, resolved } from '../../../src/portals/docs/reference.ts';
import type { ReceivedRequest } from '../../support/webhook-receiver.ts';

type Sent = Pick<ReceivedRequest, 'headers' | 'body'>;

export interface GuideProgram {
  isSigned(request: Sent, secret: string): boolean;
}

export async function programOfGuide<Program extends GuideProgram>(document: object): Promise<Program> {
  const section = guideOf(resolved(document)).find(({ title }) => title === 'Verifying notifications');
  const [program] = section!.paragraphs.flatMap(({ code }) => (code === undefined ? [] : [code]));
  return import(`data:text/javascript;base64,${Buffer.from(program!).toString('base64')}`) as Promise<Program>;
}

/** @param request a request that was really sent */
export function assertTellsSignatures({ isSigned }: GuideProgram, { headers, body }: Sent, secret: string): void {
  assert.ok(isSigned({ headers, body }, secret));
  const now = Number(headers['webhook-timestamp']);
  const forged: Record<string, Record<string, string>> = {
    'another identifier': { 'webhook-id': 'another' },
    'another time': { 'webhook-timestamp': String(now - 1) },
    'an old time': { 'webhook-timestamp': String(now - 600) },
    'no time': { 'webhook-timestamp': 'now' },
    'another signature': { 'webhook-signature': 'v1,AAAA é' },
  };
  for (const [what, changed] of Object.entries(forged)) {
    assert.equal(isSigned({ body, headers: { ...headers, ...changed } }, secret), false, what);
  }
  const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
  assert.ok(isSigned({ body, headers: rotated }, secret));
  assert.equal(isSigned({ headers, body: Buffer.from(`${body} `) }, secret), false);
  assert.equal(isSigned({ body, headers: {} }, secret), false);
}
