// The pages in the footer of every page: privacy, accessibility and help, for whoever is asked and for users.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import type { AccountSettings } from '../../../features/accounts/account-settings.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { keptMonths } from '../../../features/data-requests/complaint.ts';
import { keptDays } from '../../../features/drafts/draft-actions.ts';
import { type ContentSettings, deletedEarlier } from '../../../features/retention/content-kinds.ts';
import type { ExplainData } from '../../../features/retention/person-copy-actions.ts';
import { say, sayText } from '../../../messages/say.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import type { LinkModel, LinkPages, LinkRequest, OpenLink } from '../mailed-links/link-request.ts';
import { renderHtml, renderPage } from '../page-renderer.ts';
import type { Shell } from '../shell.ts';
import { type LawOf, lawModel } from './law-rows.ts';

const titles = { privacy: 'Privacy', accessibility: 'Accessibility', help: 'Help' } as const;
type AboutPage = keyof typeof titles;
const aboutPages = Object.keys(titles) as AboutPage[];

/** Who runs the service, as its mails name them, and how people reach them. */
export const operatorOf = ({ operatorName, mailFrom, contactEmail, operatorAddress }: Settings) => ({
  name: operatorName ?? /^([^<]+)</.exec(mailFrom)?.[1]?.trim(),
  email: contactEmail,
  address: operatorAddress.join(', '),
});

const days = (count: number) => (count === 1 ? say('1 day') : say('{count} days', { count }));
const hours = (count: number) => (count === 1 ? say('1 hour') : say('{count} hours', { count }));

/** What of an order an account deletes before the person: a sentence each. */
export const keptEarlier = (settings: ContentSettings) => ({
  earlier: deletedEarlier(settings).map(({ kept, days }) => sayText(kept, { days })),
});

/** For how long what is kept: of the settings of the service. */
export const keptFor = ({
  apiRequestDays,
  candidateSessionHours,
  providerExchangeDays,
  securityEventDays,
  quoteMonths,
}: Settings) => ({
  draftDays: keptDays,
  candidateSession: candidateSessionHours % 24 === 0 ? days(candidateSessionHours / 24) : hours(candidateSessionHours),
  providerExchangeDays,
  securityEventDays,
  quoteMonths,
  apiRequestDays,
  complaintYears: keptMonths.complaint / 12,
  requestMonths: keptMonths.other,
});

const about = ({ settings }: Ctx) => ({ operator: operatorOf(settings), kept: keptFor(settings) });

/** For signed-in users, and for strangers. */
export function aboutUserPages(app: FastifyInstance, ctx: Ctx, { recognise }: Pick<Shell, 'recognise'>): void {
  for (const page of aboutPages) {
    app.get(`/${page}`, openToAnyone, async (request: FastifyRequest, reply: FastifyReply) => {
      const user = await recognise(request);
      const settings = user?.kind === 'client' ? await readAccountSettings(ctx, user.accountId) : undefined;
      const own = settings && {
        isOwnAccount: true,
        eraseAfterDays: settings.eraseAfterDays,
        neverHiredDays: settings.neverHiredDays,
        keepsStaff: settings.keepsStaff,
        ...keptEarlier(settings),
      };
      return renderPage(request, reply, `shared/about/${page}.njk`, {
        title: titles[page],
        reader: user?.kind,
        ...about(ctx),
        ...own,
      });
    });
  }
}

/** What a link is about: for whom, and whose pages they are. */
interface AskedFor<Front> {
  readonly openFront: OpenLink<Front>;
  readonly accountIdOf: (front: Front) => string;
  readonly modelOf: (request: LinkRequest, front: Front, title: string) => LinkModel;
  readonly asked: 'candidate' | 'referee';
  /** Of the reports that the link is about. */
  readonly typesOf?: (front: Front) => readonly LawOf[];
}

const ofAccount = (ctx: Ctx, settings: AccountSettings, types: readonly LawOf[], accountName: string) => ({
  ...about(ctx),
  contact: { email: settings.contactEmail, telephone: settings.contactPhone },
  privacyNotice: settings.privacyNotice,
  postalAddress: settings.postalAddress,
  dataProtectionContact: settings.dataProtectionContact,
  ...lawModel(types, settings, accountName),
  submissionWorkingDays: settings.submissionWorkingDays,
  eraseAfterDays: settings.eraseAfterDays,
  neverHiredDays: settings.neverHiredDays,
  keepsStaff: settings.keepsStaff,
  ...keptEarlier(settings),
  textsCandidates: settings.textCandidates && ctx.texts.canSend,
});

/** The privacy page of a candidate without its frame, for the copy of their data. */
export const explainData =
  (ctx: Ctx): ExplainData =>
  async (accountId, types) => {
    const [settings, { name }] = await Promise.all([readAccountSettings(ctx, accountId), readAccount(ctx, accountId)]);
    const model = { ...ofAccount(ctx, settings, types, name), title: '', accountName: name, asked: 'candidate' };
    return renderHtml('shared/about/privacy.njk', { ...model, frame: 'shared/about/no-frame.njk' }, '');
  };

/** For whoever has a link: no code is needed to read them. */
export function aboutLinkPages<Front>(
  pages: LinkPages,
  ctx: Ctx,
  { openFront, accountIdOf, modelOf, asked, typesOf = () => [] }: AskedFor<Front>,
): void {
  for (const page of aboutPages) {
    pages.get(`/${page}`, openFront, async (request, reply, front) => {
      const settings = await readAccountSettings(ctx, accountIdOf(front));
      const model = modelOf(request, front, say(titles[page]));
      return renderPage(request, reply, `shared/about/${page}.njk`, {
        ...model,
        ...ofAccount(ctx, settings, typesOf(front), model.accountName),
        asked,
      });
    });
  }
}
