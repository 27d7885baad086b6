// The drafts of signed-in users, and whose applicant each of their forms is about.
import type { Ctx, Environment } from '../../../context.ts';
import { applicantKeyOf } from '../../../features/cases/screening-actions.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { DataKey } from '../../../platform/encryption/account-key.ts';
import type { Pages, UserOf } from '../shell.ts';
import { draftRequests } from './drafts.ts';

type User = UserOf<'client'> | UserOf<'desk'>;

/** The pages of a report at the desk, and of a check in the client's portal. */
const casePath = /^\/(?<of>desk\/reports|portal\/checks)\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?]|$)/i;

async function keyOfCheck(ctx: Ctx, user: UserOf<'client'>, id: string): Promise<DataKey> {
  const { accountId, subsidiaryId } = user;
  const inEnvironment = (environment: Environment) =>
    readCheckAndKey(ctx, { accountId, environment, subsidiaryId }, id);
  const { key } = await inEnvironment('live').catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return inEnvironment('test');
    throw error;
  });
  if (key === undefined) throw new Refusal('not_found');
  return key;
}

/** Undefined for a form that is about no applicant. Refuses with `not_found` a case that the user may not open. */
async function keyFor(ctx: Ctx, user: User, form: string): Promise<DataKey | undefined> {
  const { of, id } = casePath.exec(form)?.groups ?? {};
  if (id === undefined) return undefined;
  if (user.kind === 'desk' && of === 'desk/reports') return applicantKeyOf(ctx, user, id);
  if (user.kind === 'client' && of === 'portal/checks') return keyOfCheck(ctx, user, id);
  throw new Refusal('not_found');
}

export function userDrafts(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  const requests = draftRequests(ctx);
  const options = { permission: 'sign_in' } as const;
  pages.get('/drafts', options, (request, reply, user) =>
    requests.send(request, reply, (form) => keyFor(ctx, user, form)),
  );
  pages.post('/drafts', options, (request, reply, user) =>
    requests.save(request, reply, (form) => keyFor(ctx, user, form)),
  );
  pages.post('/drafts/discard', options, (request, reply) => requests.discard(request, reply));
}
