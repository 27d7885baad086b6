// What the operator has to do by themselves within a year, as `probity calendar` lists it.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { listDuties } from '../../../features/housekeeping/calendar-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';

const began = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

export function calendarPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get('/desk/evidence/calendar', { permission: 'read_audit' }, async (request, reply, user) => {
    const today = ukDateOf(ctx.now());
    const duties = await listDuties(ctx, authorityOf(user), user.accounts);
    return renderPage(request, reply, 'desk/calendar/calendar.njk', {
      title: 'What to do by when',
      back: { text: 'Evidence of controls', href: '/desk/evidence' },
      rows: duties.map(({ by, what, do: advice }) => ({
        ...{ by, what: began(what), isDue: by <= today },
        // What a terminal marks as a command stands in a sentence here.
        do: advice.split('`').map((text, index) => ({ text, isCommand: index % 2 === 1 })),
      })),
    });
  });
}
