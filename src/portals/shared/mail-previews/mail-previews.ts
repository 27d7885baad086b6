// The page that shows each mail to candidates and referees as it will look, with the client's own words, brand and language.

import type { Authority, Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { SignedInUser } from '../../../features/accounts/sign-in-sessions.ts';
import { type ExampleName, exampleNames, isExampleName } from '../../../features/emails/mail-examples.ts';
import { mailExample, previewMail } from '../../../features/mail-previews/mail-preview-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { noticeIn } from '../form-fields.ts';
import { listHref, listParameters } from '../list-search.ts';
import { mailTexts } from '../mails/mail-words.ts';
import { refusedFieldsOf } from '../restrictions/restriction-form.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';

/** Of mails that say what the client did, to its users. */
const ownTexts: Readonly<Partial<Record<ExampleName, string>>> = {
  hearing_asked: 'What you ask before you decide',
  decision_told: 'What you decided',
};

/** Whose mails are shown, at which address, and who looks at them. */
export interface Previewing {
  readonly accountId: string;
  readonly path: string;
  readonly by: Authority;
  /** Whether the client itself looks at them. */
  readonly isOwn: boolean;
  readonly user: Pick<SignedInUser, 'name' | 'email' | 'permissions'>;
}

const toReferees: readonly ExampleName[] = ['reference_request', 'reference_sent', 'reference_not_needed'];

const chosenOf = ({ query }: FormRequest): ExampleName => {
  const asked = text(query.mail);
  return isExampleName(asked) ? asked : 'check_invitation';
};

const languageOf = ({ query }: FormRequest) => (query.language === 'cy' ? 'cy' : 'en');

/** The model of `shared/mail-previews/mail-preview.njk`. */
export async function previewModel(
  ctx: Ctx,
  request: FormRequest,
  { accountId, path, by, user, isOwn }: Previewing,
  errors?: FieldMessages,
) {
  const chosen = chosenOf(request);
  const language = languageOf(request);
  const { letter, offersWelsh } = await previewMail(ctx, by, accountId, chosen, language);
  const hrefOf = (mail: ExampleName, to: 'en' | 'cy' = language, end = '') =>
    listHref(`${path}${end}`, listParameters({ mail, language: to === 'cy' ? to : undefined }));
  const textOf = (name: ExampleName) => (isOwn && ownTexts[name]) || mailTexts[name];
  const item = (name: ExampleName) => ({ text: textOf(name), href: hrefOf(name), isChosen: name === chosen });
  return {
    title: 'Mails as they will look',
    errors,
    done: noticeIn(request, { sent: `The mail is on its way to ${user.email}.` }),
    mailGroups: [
      { heading: 'To candidates', mails: exampleNames.filter((name) => !toReferees.includes(name)).map(item) },
      { heading: 'To referees', mails: toReferees.map(item) },
    ],
    mail: { subject: letter.subject, paragraphs: letter.text.trim().split('\n\n') },
    fileHref: hrefOf(chosen, language, '/file'),
    mailLanguages: offersWelsh
      ? [
          { text: 'English', href: hrefOf(chosen, 'en'), isChosen: language === 'en' },
          { text: 'Cymraeg', href: hrefOf(chosen, 'cy'), isChosen: language === 'cy' },
        ]
      : [],
    sendAction: mayDo(user, 'change_own_settings') || mayDo(user, 'manage_accounts') ? hrefOf(chosen) : undefined,
    ownAddress: user.email,
  };
}

/** What is wrong; undefined if the mail is on its way. */
export const sendPreview = (ctx: Ctx, request: FormRequest, { accountId, by, user }: Previewing) =>
  refusedFieldsOf(() => mailExample(ctx, by, accountId, chosenOf(request), { name: user.name, email: user.email }));

export const sentPreviewHref = (request: FormRequest, path: string): string =>
  listHref(path, listParameters({ mail: chosenOf(request), done: 'sent' }));

/** As a mail program shows it. */
export async function previewHtml(ctx: Ctx, request: FormRequest, { accountId, by }: Previewing): Promise<string> {
  return (await previewMail(ctx, by, accountId, chosenOf(request), languageOf(request))).letter.html;
}

/** The mail's own styles, and nothing else. */
export const previewPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
