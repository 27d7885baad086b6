// What whoever has a job role must have in the record of staff, in place of what everybody must have.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listJobRoles } from '../../../features/report-types/report-type-actions.ts';
import {
  criminalLevels,
  keptKinds,
  kinds,
  levels,
  type RecordKind,
  recordKinds,
  requiredKinds,
} from '../../../features/stated-staff/record-kind-rules.ts';
import { listRoleNeeds, setRoleNeeds } from '../../../features/stated-staff/record-need-actions.ts';
import { kindsIn, levelIn, needsText } from '../../../features/stated-staff/record-need-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { recordPath } from './record-wish.ts';

export const recordNeedsPath = `${recordPath}/needs`;

const notices = { saved: 'It is saved, and applies to everybody who has the job role.' };

const roleIn = (text: unknown): number | undefined => (/^\d{1,9}$/.test(String(text)) ? Number(text) : undefined);

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser) {
  if (user.subsidiaryIds !== null) throw new Refusal('not_permitted');
  const caller = callerFor(user, 'live');
  const [settings, roles, needs] = await Promise.all([
    readAccountSettings(ctx, user.accountId),
    listJobRoles(ctx, user.accountId),
    listRoleNeeds(ctx, caller),
  ]);
  const needsOfRole = (id: number) => needs.find(({ job_role_id }) => job_role_id === id);
  const asked = roleIn(request.query.role);
  const role = roles.find(({ id }) => id === asked);
  if (asked !== undefined && role === undefined) throw new Refusal('not_found');
  const own = role && needsOfRole(role.id);
  const everybody = { kinds: requiredKinds(settings), level: settings.recordNeedsLevel };
  const chosen: readonly RecordKind[] = own?.kinds ?? everybody.kinds;
  const level = own === undefined ? everybody.level : own.level;
  const kept = keptKinds(settings);
  return renderPage(request, reply, 'client/people/record-needs.njk', {
    title: role === undefined ? 'What is needed by job role' : `What the job role ${role.role_title} needs`,
    back:
      role === undefined
        ? { text: 'Record of staff', href: recordPath }
        : { text: 'What is needed by job role', href: recordNeedsPath },
    done: noticeIn(request, notices),
    path: recordNeedsPath,
    everybody: needsText(everybody.kinds, everybody.level),
    roles: roles.map(({ id, role_title: title }) => {
      const found = needsOfRole(id);
      const text = found === undefined ? 'As everybody' : needsText(found.kinds, found.level);
      return { title, text, href: `${recordNeedsPath}?role=${id}` };
    }),
    role: role && {
      ...{ id: role.id, isOwn: own !== undefined },
      kinds: kinds
        .filter((kind) => kept.includes(kind) || chosen.includes(kind))
        .map((kind) => ({ value: kind, text: recordKinds[kind].label, checked: chosen.includes(kind) })),
      levels: ['' as const, ...levels.slice(1)].map((value) => ({
        ...{ value, text: value === '' ? 'Any level' : criminalLevels[value] },
        selected: value === (level ?? ''),
      })),
    },
  });
}

export function recordNeedsPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'change_own_settings', ofWholeAccount: true } as const;
  pages.get(recordNeedsPath, options, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(recordNeedsPath, options, async (request: FormRequest, reply, user) => {
    const id = roleIn(request.body?.role);
    if (id === undefined) throw new Refusal('not_found');
    const isOwn = request.body?.do !== 'as_everybody';
    const needs = { kinds: kindsIn(typedAll(request, 'kind')), level: levelIn(typed(request, 'level')) };
    await setRoleNeeds(ctx, callerFor(user, 'live'), id, isOwn ? needs : null);
    return reply.redirect(`${recordNeedsPath}?done=saved`, 303);
  });
}
