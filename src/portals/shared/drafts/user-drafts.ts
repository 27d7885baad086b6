// The drafts of signed-in users, and whose applicant each of their forms is about.
import type { Ctx, Environment } from '../../../context.ts';
import { checkAndKeyOf } from '../../../features/cases/screening-actions.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import type { DraftSubject } from '../../../features/drafts/draft-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { Pages, UserOf } from '../shell.ts';
import { draftRequests } from './drafts.ts';

type User = UserOf<'client'> | UserOf<'desk'>;

/** The pages of a report at the desk, and of a check in the client's portal. */
const casePath = /^\/(?:desk\/reports|portal\/checks)\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?]|$)/i;

async function checkOf(ctx: Ctx, user: UserOf<'client'>, id: string) {
  const { accountId, subsidiaryIds } = user;
  const inEnvironment = (environment: Environment) =>
    readCheckAndKey(ctx, { accountId, environment, subsidiaryIds }, id);
  return inEnvironment('live').catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return inEnvironment('test');
    throw error;
  });
}

/** Undefined for a form that is about no applicant. Refuses with `not_found` a case that the user may not open. */
async function subjectFor(ctx: Ctx, user: User, form: string): Promise<DraftSubject | undefined> {
  if (form.startsWith(user.kind === 'desk' ? '/portal/' : '/desk/')) throw new Refusal('not_found');
  const id = casePath.exec(form)?.groups?.id;
  if (id === undefined) return undefined;
  const { check, key } = await (user.kind === 'desk' ? checkAndKeyOf(ctx, user, id) : checkOf(ctx, user, id));
  if (key === undefined) throw new Refusal('not_found');
  return { ...check.tenant, applicantId: check.applicantId, key };
}

export function userDrafts(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  const requests = draftRequests(ctx);
  const options = { permission: 'sign_in' } as const;
  pages.get('/drafts', options, (request, reply, user) =>
    requests.send(request, reply, (form) => subjectFor(ctx, user, form)),
  );
  pages.post('/drafts', options, (request, reply, user) =>
    requests.save(request, reply, (form) => subjectFor(ctx, user, form)),
  );
  pages.post('/drafts/discard', options, (request, reply) => requests.discard(request, reply));
}
