// Lays out a mail: plain text first, and as HTML the same under the client's name and colour.

import { defaultBrandColour } from '../../lib/brand-colour.ts';
import { escapedHtml } from '../../lib/html-text.ts';
import { say, withMarkedEnglish, withoutMarks } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';

/** What comes after each other in a mail. */
export interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A link on a line of its own, and what it says as a button. */
  readonly link?: { readonly to: string; readonly says: string };
  /** Several links, each with what it is about. */
  readonly links?: readonly { readonly about: string; readonly to: string; readonly says: string }[];
  readonly closing: readonly string[];
  /** A line in Welsh for readers of a mail in English. */
  readonly alsoInWelsh?: string;
}

/** For whom a mail speaks. */
export interface Sender {
  readonly accountName: string;
  /** `#rrggbb`, dark enough for white words on it; by default the colour of accounts. */
  readonly brandColour?: string | null | undefined;
  /** What the client itself says in an invitation; lines. */
  readonly invitationWords?: string | null | undefined;
  /** Of the client, in mails to candidates and referees; lines. */
  readonly signature?: string | null | undefined;
  /** Of the client, in mails to candidates and referees. */
  /** Candidates may read the form in Welsh. */
  readonly offersWelsh?: boolean;
  readonly contact?: { readonly email: string | null; readonly telephone: string | null } | undefined;
  /** The screening company. */
  readonly operatorName: string | undefined;
}

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How every mail to somebody begins. */
export const dear = (name: string): string => say('Dear {name},', { name });

const paragraph = (text: string) => `<p>${escapedHtml(text).replaceAll('\n', '<br>')}</p>`;

// Programs that read mail know no stylesheets, some no padding on links: a border takes its place.
const styles = {
  body: 'margin:0;font:16px/1.5 system-ui,sans-serif;color:#1a2433;background:#ffffff',
  name: 'padding:16px 24px;font-size:20px;font-weight:bold;color:#ffffff',
  content: 'padding:8px 24px 24px;max-width:36em',
  button:
    'display:inline-block;border-style:solid;border-width:10px 20px;font-weight:bold;color:#ffffff;text-decoration:none',
  address: 'font-size:14px;color:#4d5866;word-break:break-all',
} as const;

/** The address stands below the button: some mail programs show no button, and some readers check where it leads. */
const button = ({ to, says }: NonNullable<Words['link']>, colour: string) => [
  `<p><a href="${escapedHtml(to)}" style="${styles.button};background:${colour};border-color:${colour}">${escapedHtml(says)}</a></p>`,
  `<p style="${styles.address}">${escapedHtml(to)}</p>`,
];

/** Undefined where the client has said neither. */
function contactLine({ accountName, contact }: Sender): string | undefined {
  const { email, telephone } = contact ?? { email: null, telephone: null };
  const account = accountName;
  if (email && telephone)
    return say('To reach {account}, write to {email}, or call {telephone}.', { account, email, telephone });
  if (email) return say('To reach {account}, write to {email}.', { account, email });
  return telephone ? say('To reach {account}, call {telephone}.', { account, telephone }) : undefined;
}

export function writeLetter(words: Words, sender: Sender): Letter {
  const { subject, paragraphs, link, links = [], closing: last, alsoInWelsh = '' } = words;
  const colour = sender.brandColour ?? defaultBrandColour;
  const closing = [
    ...last,
    ...[contactLine(sender)].filter((line) => line !== undefined),
    ...(sender.signature ? [sender.signature] : []),
    ...(sender.operatorName ? [sender.operatorName] : []),
  ];
  const html = [
    `<!doctype html><html lang="${spokenLanguage()}"><head><meta charset="utf-8"><title>${escapedHtml(withoutMarks(subject))}</title></head>`,
    `<body style="${styles.body}">`,
    `<div style="${styles.name};background:${colour}">${escapedHtml(sender.accountName)}</div>`,
    `<div style="${styles.content}">`,
    ...paragraphs.map(paragraph),
    ...(link === undefined ? [] : button(link, colour)),
    ...links.flatMap((one) => [paragraph(one.about), ...button(one, colour)]),
    ...(alsoInWelsh === '' ? [] : [`<p lang="cy">${escapedHtml(alsoInWelsh)}</p>`]),
    ...closing.map(paragraph),
    '</div></body></html>',
  ];
  return {
    subject: withoutMarks(subject).replace(/[\r\n]+/g, ' '), // A header must stay on one line, also if a name has line breaks.
    text: withoutMarks(
      [
        ...paragraphs,
        ...(link === undefined ? [] : [link.to]),
        ...links.map(({ about, to }) => `${about}\n${to}`),
        ...[alsoInWelsh].filter(Boolean),
        ...closing,
        '',
      ].join('\n\n'),
    ),
    html: withMarkedEnglish(html.join('\n')),
  };
}
