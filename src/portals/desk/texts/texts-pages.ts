// The desk's own texts: questions, standard sentences and steps, each with its versions.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { keepText, listTexts, type OwnTexts, readText } from '../../../features/desk-texts/desk-text-actions.ts';
import {
  catalogueLines,
  type TextKind,
  type TextSubject,
  textKinds,
  textSubjects,
} from '../../../features/desk-texts/desk-text-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/desk/texts';
const options = { permission: 'edit_texts' } as const;

const listHref = (kind: TextKind) => `${path}?kind=${kind}`;
const hrefOf = ({ kind, subject }: Pick<TextSubject, 'kind' | 'subject'>) => `${path}/${kind}/${subject}`;

const notices = { kept: 'The text is saved. Everybody at the desk sees it from now on.' };

interface KindWords {
  readonly text: string;
  readonly about: string;
  readonly hint: string;
}

const question =
  'Words in square brackets are those that a screener replaces. Leave it empty to go back to the usual text.';
const kindWords: Readonly<Record<TextKind, KindWords>> = {
  sentences: {
    text: 'Standard sentences',
    about:
      'What screeners insert into the notes of an outcome, which the client reads. Yours come before those that each report type has already.',
    hint: 'Each becomes a choice above the notes of an outcome. At most 30.',
  },
  steps: {
    text: 'Steps',
    about: 'What screeners do and tick on a report. Yours come before those that each report type has already.',
    hint: 'Each becomes a box to tick on the page of a report. At most 30.',
  },
  candidate_questions: {
    text: 'Questions to candidates',
    about: 'How a query to a candidate begins. A screener changes it before it is sent.',
    hint: question,
  },
  notices: {
    text: 'Notices',
    about:
      'What a law wants candidates to read. Put the current text of the authority in its place: ours is a short summary in our own words.',
    hint: 'Candidates read it in every notice from now on. Leave it empty to go back to the usual text.',
  },
  client_questions: {
    text: 'Questions to clients',
    about: 'How a query to a client begins. A screener changes it before it is sent.',
    hint: question,
  },
};

const isQuestion = ({ usual }: TextSubject) => usual !== undefined;

/** The report types to choose from: a choice for each area, in which its first is for all of it. */
function groupsOf(kind: TextKind) {
  const subjects = textSubjects[kind];
  if (subjects.some(isQuestion)) return undefined;
  const groups: { label: string | undefined; items: TextSubject[] }[] = [];
  for (const subject of subjects) {
    const begins = !subject.subject.startsWith('type-');
    if (begins) groups.push({ label: groups.length === 0 ? undefined : subject.label, items: [] });
    groups.at(-1)!.items.push(subject);
  }
  return groups;
}

/** Of questions each, because each has a usual text; of the others those that the desk has worded. */
const rowsOf = (kind: TextKind, own: OwnTexts) =>
  textSubjects[kind]
    .map((subject) => ({ subject, own: own(subject) }))
    .filter(({ subject, own: worded }) => isQuestion(subject) || worded !== undefined)
    .map(({ subject, own: worded }) => ({
      label: subject.label,
      href: hrefOf(subject),
      text: worded?.text ?? subject.usual,
      own: worded,
    }));

function listPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { ...options, menu: 'Texts', menuGroup: 'management' }, async (request: FormRequest, reply, user) => {
    const kind = textKinds.find((one) => one === request.query.kind) ?? 'sentences';
    const chosen = textSubjects[kind].find(({ subject }) => subject === request.query.subject);
    if (chosen !== undefined) return reply.redirect(hrefOf(chosen), 303);
    const own = await listTexts(ctx, user);
    return renderPage(request, reply, 'desk/texts/texts.njk', {
      title: 'Texts',
      done: noticeIn(request, notices),
      kind,
      kinds: textKinds.map((one) => ({
        text: kindWords[one].text,
        href: listHref(one),
        active: one === kind,
        own: textSubjects[one].filter((subject) => own(subject) !== undefined).length,
      })),
      about: kindWords[kind].about,
      caption: kindWords[kind].text,
      groups: groupsOf(kind),
      rows: rowsOf(kind, own),
    });
  });
}

interface Sent {
  readonly text: string;
  /** The version that the page showed; 0 for none. */
  readonly version: number;
}

function readSent({ body }: FormRequest): Sent {
  const version = text(body?.version);
  return { text: text(body?.text).replaceAll('\r\n', '\n'), version: /^\d{1,9}$/.test(version) ? Number(version) : 0 };
}

function textPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const route = `${path}/:kind/:subject`;
  const read = (request: FormRequest, user: UserOf<'desk'>) => {
    const { kind, subject } = request.params as { readonly kind: string; readonly subject: string };
    return readText(ctx, user, kind, subject);
  };
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    { subject, versions }: Awaited<ReturnType<typeof read>>,
    sent?: Sent,
    errors?: FieldMessages,
  ) => {
    const [newest] = versions;
    const { label, usual, kind } = subject;
    return renderPage(request, reply, 'desk/texts/text.njk', {
      title: label,
      kind: kindWords[kind].text,
      backHref: listHref(kind),
      action: hrefOf(subject),
      usual,
      hint: kindWords[kind].hint,
      // What is saved next follows what this page shows.
      version: newest?.version ?? 0,
      text: sent?.text ?? (newest?.text || (usual ?? '')),
      newest,
      versions,
      catalogue: catalogueLines(subject),
      emptyText: usual === undefined ? 'None of your own' : 'The usual text',
      errors,
    });
  };

  pages.get(route, options, async (request: FormRequest, reply, user) =>
    show(request, reply, await read(request, user)),
  );

  pages.post(route, options, async (request: FormRequest, reply, user) => {
    const found = await read(request, user);
    const sent = readSent(request);
    try {
      await keepText(ctx, user, { subject: found.subject, text: sent.text, seenVersion: sent.version });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), found, sent, error.fields);
    }
    return reply.redirect(`${listHref(found.subject.kind)}&done=kept`, 303);
  });
}

export function textsPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPage(pages, ctx);
  textPages(pages, ctx);
}
