// The directory of organisations that give references: its list, the page of an entry, and how a referee becomes one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  keepOrganisation,
  listOrganisations,
  type Organisation,
  organisationsAlike,
  readOrganisation,
  removeOrganisation,
} from '../../../features/directory/organisation-actions.ts';
import type { Contact } from '../../../features/directory/organisation-rules.ts';
import type { SeenEntry } from '../../../features/registers/register-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import {
  openReferencePage,
  type ReferenceRequestOf,
  referencesPath,
  reportHref,
} from '../references/reference-request.ts';
import { reachedBy } from './directory-matches.ts';

const path = '/desk/directory';
const options = { permission: 'ask_references' } as const;
const PER_PAGE = 50;

const hrefOf = (id: string) => `${path}/${id}`;

const notices = {
  kept: 'The contact is saved, and confirmed today.',
  removed: 'The organisation is not in the directory any more.',
};

const typedContact = (request: FormRequest): Contact => ({
  name: typed(request, 'name'),
  department: typed(request, 'department'),
  email: typed(request, 'email'),
  telephone: typed(request, 'telephone'),
  foundBy: typed(request, 'found_by').replaceAll('\r\n', '\n'),
  remarks: typed(request, 'remarks').replaceAll('\r\n', '\n'),
});

const nothing: Contact = { name: '', department: '', email: '', telephone: '', foundBy: '', remarks: '' };

function listPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { ...options, menu: 'Directory' }, async (request: FormRequest, reply, user) => {
    const find = String(request.query.find ?? '').slice(0, 100);
    const asked = Number(request.query.page);
    const page = Number.isInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1;
    const offset = (page - 1) * PER_PAGE;
    const found = await listOrganisations(ctx, user, { find, offset, limit: PER_PAGE + 1 });
    const pageHref = (number: number) => `${path}?${new URLSearchParams({ ...(find && { find }), page: `${number}` })}`;
    return renderPage(request, reply, 'desk/directory/directory.njk', {
      title: 'Directory',
      find,
      done: noticeIn(request, notices),
      rows: found.slice(0, PER_PAGE).map((row) => ({ ...row, href: hrefOf(row.id) })),
      previousHref: page > 1 ? pageHref(page - 1) : undefined,
      nextHref: found.length > PER_PAGE ? pageHref(page + 1) : undefined,
    });
  });
}

interface Form {
  readonly title: string;
  readonly backHref: string;
  readonly action: string;
  readonly contact: Contact;
  readonly errors?: FieldMessages | undefined;
  /** Entries with a name like this, where it must be confirmed that this is another. */
  readonly alike?: readonly Organisation[];
  readonly done?: string | undefined;
  /** Of an entry that stands in the directory, the newest first. */
  readonly versions?: readonly Organisation[];
}

async function show(request: FormRequest | ReferenceRequestOf, reply: FastifyReply, form: Form) {
  const { versions = [], alike = [], ...model } = form;
  const [newest] = versions;
  return renderPage(request, reply, 'desk/directory/organisation.njk', {
    ...model,
    newest,
    alike: alike.map((one) => ({ name: one.name, reached: reachedBy(one), href: hrefOf(one.id) })),
    versions: versions.map((one) => ({ ...one, reached: reachedBy(one) })),
    removeAction: newest?.isListed ? `${hrefOf(newest.id)}/remove` : undefined,
  });
}

type Kept = Pick<Form, 'contact' | 'errors' | 'alike'>;

/** Keeps what was typed, or returns it with what is wrong with it. */
async function keep(
  ctx: Ctx,
  user: Parameters<typeof keepOrganisation>[1],
  request: FormRequest,
  of?: SeenEntry,
): Promise<Kept | undefined> {
  const contact = typedContact(request);
  try {
    await keepOrganisation(ctx, user, contact, { of, isAnother: typed(request, 'another') === 'yes' });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    const alike = error.fields.another === undefined ? [] : await organisationsAlike(ctx, user, contact, of);
    return { contact, errors: error.fields, alike };
  }
}

function newPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const form = { title: 'Add an organisation', backHref: path, action: `${path}/new` };
  pages.get(`${path}/new`, options, (request: FormRequest, reply) =>
    show(request, reply, { ...form, contact: nothing }),
  );

  pages.post(`${path}/new`, options, async (request: FormRequest, reply, user) => {
    const refused = await keep(ctx, user, request);
    if (refused !== undefined) return show(request, reply.status(422), { ...form, ...refused });
    return reply.redirect(`${path}?done=kept`, 303);
  });
}

function entryPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const formOf = (versions: readonly [Organisation, ...Organisation[]]) => ({
    title: versions[0].name,
    backHref: path,
    action: hrefOf(versions[0].id),
    versions,
  });
  const idOf = ({ params }: FormRequest) => (params as { readonly organisationId: string }).organisationId;

  pages.get(`${path}/:organisationId`, options, async (request: FormRequest, reply, user) => {
    const versions = await readOrganisation(ctx, user, idOf(request));
    // How it was confirmed last is no answer to how it is confirmed now.
    const contact = { ...versions[0], foundBy: '' };
    return show(request, reply, { ...formOf(versions), contact, done: noticeIn(request, notices) });
  });

  pages.post(`${path}/:organisationId`, options, async (request: FormRequest, reply, user) => {
    const versions = await readOrganisation(ctx, user, idOf(request));
    const [{ id }] = versions;
    const seen = typed(request, 'version');
    const refused = await keep(ctx, user, request, { id, version: /^\d{1,9}$/.test(seen) ? Number(seen) : 0 });
    if (refused !== undefined) return show(request, reply.status(422), { ...formOf(versions), ...refused });
    return reply.redirect(`${hrefOf(id)}?done=kept`, 303);
  });

  pages.post(`${path}/:organisationId/remove`, options, async (request: FormRequest, reply, user) => {
    await removeOrganisation(ctx, user, idOf(request));
    return reply.redirect(`${path}?done=removed`, 303);
  });
}

/** The referee of a reference as an entry. */
function refereePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const route = `${referencesPath}/:referenceId/directory`;
  const formOf = ({ opened, reference }: Awaited<ReturnType<typeof openReferencePage>>) => {
    const page = `${reportHref(opened.report.id)}/references/${reference.id}`;
    return { title: 'Keep this contact in the directory', backHref: page, action: `${page}/directory` };
  };
  pages.get(route, options, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    const { referee, claim } = found.reference.request;
    const contact: Contact = {
      name: referee.organisation || claim.subject,
      department: '',
      email: referee.email,
      telephone: found.reference.reply.call?.number ?? referee.telephone,
      foundBy: found.reference.reply.authenticatedBy ?? '',
      remarks: '',
    };
    return show(request, reply, { ...formOf(found), contact });
  });

  pages.post(route, options, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    const refused = await keep(ctx, user, request as FormRequest);
    const form = formOf(found);
    if (refused !== undefined) return show(request, reply.status(422), { ...form, ...refused });
    return reply.redirect(`${form.backHref}?done=kept`, 303);
  });
}

export function directoryPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPage(pages, ctx);
  newPages(pages, ctx);
  entryPages(pages, ctx);
  refereePages(pages, ctx);
}
