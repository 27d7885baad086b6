// Which mails somebody of the desk asks for: of their work in the morning, and of the figures of a week and a month.
import type { Ctx } from '../../context.ts';
import { authorityOf, demand, mayDo, type Permission, type Permitted } from '../access/permissions.ts';
import { type DeskMail, deskMails, findDeskMails, replaceDeskMails } from './desk-mail-queries.ts';

export type { DeskMail };

/** Any one of them is enough. */
const needs: Readonly<Record<DeskMail, readonly Permission[]>> = {
  morning: ['claim_reports', 'read_team'],
  week: ['read_figures'],
  month: ['read_figures'],
};

/** The mails that have anything to say to them. */
export const mailsFor = (user: Pick<Permitted, 'permissions'>): DeskMail[] =>
  deskMails.filter((mail) => needs[mail].some((permission) => mayDo(user, permission)));

interface DeskUser extends Permitted {
  readonly userId: string;
}

export function readDeskMails(ctx: Pick<Ctx, 'db'>, user: DeskUser): Promise<DeskMail[]> {
  demand(authorityOf(user), 'sign_in');
  return findDeskMails(ctx.db, user.userId);
}

/** Ignores what is no mail, and mails that their role does not get. */
export async function chooseDeskMails(ctx: Pick<Ctx, 'db'>, user: DeskUser, chosen: readonly unknown[]): Promise<void> {
  demand(authorityOf(user), 'sign_in');
  await replaceDeskMails(
    ctx.db,
    user.userId,
    mailsFor(user).filter((mail) => chosen.includes(mail)),
  );
}
