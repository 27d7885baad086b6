// Notices of planned maintenance at the desk: announced, listed and taken back.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import {
  announceMaintenance,
  listMaintenance,
  mayAnnounce,
  type Notice,
  takeBackMaintenance,
} from '../../../features/maintenance/maintenance-actions.ts';
import type { TypedMaintenance } from '../../../features/maintenance/maintenance-rules.ts';
import { goesOn } from '../../../lib/maintenance.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/desk/maintenance';
const permission = 'manage_notices' as const;
const notices = {
  announced: 'The maintenance is announced. Clients, candidates and screeners read it within seconds.',
  taken_back: 'The notice is taken back.',
};

function stateOf(notice: Notice, now: Date): string {
  if (!notice.isListed) return 'Taken back';
  if (notice.to <= now) return 'Over';
  return goesOn(notice, now) ? 'Goes on now' : 'Announced';
}

const form = async (request: FormRequest, reply: FastifyReply, given: TypedMaintenance, errors?: FieldMessages) =>
  renderPage(request, reply, 'desk/maintenance/new.njk', { title: 'Announce maintenance', given, errors });

export function maintenancePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission, menu: 'Maintenance', menuGroup: 'management' },
    async (request: FormRequest, reply, user) => {
      const by = authorityOf(user);
      const [all, isTheirs] = await Promise.all([listMaintenance(ctx, by), mayAnnounce(ctx, by)]);
      return renderPage(request, reply, 'desk/maintenance/maintenance.njk', {
        title: 'Maintenance',
        done: noticeIn(request, notices),
        // The list says what the notice on top of every other page says.
        maintenance: undefined,
        isTheirs,
        rows: all.map((one) => ({
          ...one,
          state: stateOf(one, ctx.now()),
          takeBack: isTheirs && one.isListed && one.to > ctx.now() ? `${path}/${one.id}/take-back` : undefined,
        })),
      });
    },
  );

  pages.get(`${path}/new`, { permission }, async (request: FormRequest, reply, user) => {
    if (!(await mayAnnounce(ctx, authorityOf(user)))) throw new Refusal('not_permitted');
    return form(request, reply, { words: '', welsh: '', from: '', to: '' });
  });
  pages.post(`${path}/new`, { permission }, async (request: FormRequest, reply, user) => {
    const given = {
      ...{ words: typed(request, 'words'), welsh: typed(request, 'welsh') },
      ...{ from: typed(request, 'from'), to: typed(request, 'to') },
    };
    try {
      await announceMaintenance(ctx, authorityOf(user), given);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return form(request, reply.status(422), given, error.fields);
    }
    return reply.redirect(`${path}?done=announced`, 303);
  });

  pages.post(`${path}/:noticeId/take-back`, { permission }, async (request: FormRequest, reply, user) => {
    await takeBackMaintenance(ctx, authorityOf(user), request.params.noticeId ?? '');
    return reply.redirect(`${path}?done=taken_back`, 303);
  });
}
