// The list of sub-processors at the desk, and the form that adds one or announces a change.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  keepSubprocessor,
  type ListedSubprocessor,
  listSubprocessors,
  mayKeepSubprocessors,
} from '../../../features/subprocessors/subprocessor-actions.ts';
import type { TypedSubprocessor } from '../../../features/subprocessors/subprocessor-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isSent, noticeIn, typed } from '../../shared/form-fields.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/desk/subprocessors';
const permission = 'manage_notices' as const;
/** It stands in the record of processing of every account. */
const reading = { permission: 'read_accounts' } as const;
const notices = {
  kept: 'It is saved. It holds already, so nobody gets a mail.',
  announced: 'It is saved. The administrators of all clients get a mail now.',
};

function stateOf({ current, coming, newest }: ListedSubprocessor): string {
  if (coming !== undefined) {
    const from = britishDate(coming.holdsFrom);
    if (!coming.isUsed) return `Used until ${from}`;
    return current === undefined ? `Used from ${from}` : `Changes on ${from}`;
  }
  return current === undefined
    ? `Not used since ${britishDate(newest.holdsFrom)}`
    : `Since ${britishDate(current.holdsFrom)}`;
}

const typedIn = (request: FormRequest): TypedSubprocessor => ({
  ...{ name: typed(request, 'name'), purpose: typed(request, 'purpose'), place: typed(request, 'place') },
  ...{ holds_from: typed(request, 'holds_from'), isUsed: !isSent(request, 'ends') },
});

interface Form {
  readonly title: string;
  readonly action: string;
  readonly given: TypedSubprocessor;
  readonly version?: number;
  readonly errors?: FieldMessages;
}

const form = async (request: FormRequest, reply: FastifyReply, model: Form) =>
  renderPage(request, reply, 'desk/subprocessors/subprocessor.njk', { ...model });

export function subprocessorPages(pages: Pages<'desk'>, ctx: Ctx): void {
  async function keep(
    request: FormRequest,
    reply: FastifyReply,
    user: UserOf<'desk'>,
    { model, id }: { readonly model: Omit<Form, 'given'>; readonly id?: string },
  ) {
    const given = typedIn(request);
    const seen = typed(request, 'version');
    const of = id === undefined ? undefined : { id, version: /^\d{1,9}$/.test(seen) ? Number(seen) : 0 };
    try {
      await keepSubprocessor(ctx, authorityOf(user), given, of);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return form(request, reply.status(422), { ...model, given, errors: error.fields });
    }
    return reply.redirect(`${path}?done=${given.holds_from > ukDateOf(ctx.now()) ? 'announced' : 'kept'}`, 303);
  }

  pages.get(
    path,
    { ...reading, menu: 'Sub-processors', menuGroup: 'management' },
    async (request: FormRequest, reply, user) => {
      const by = authorityOf(user);
      const [all, isTheirs] = await Promise.all([listSubprocessors(ctx, by), mayKeepSubprocessors(ctx, by)]);
      return renderPage(request, reply, 'desk/subprocessors/subprocessors.njk', {
        title: 'Sub-processors',
        done: noticeIn(request, notices),
        isTheirs,
        readsRequests: mayDo(user, 'read_erasures'),
        rows: all.map((one) => ({
          ...(one.current ?? one.newest),
          ...{ state: stateOf(one), mailed: one.newest.mailed, href: `${path}/${one.id}` },
          ...{ savedAt: one.newest.savedAt, savedBy: one.newest.savedBy },
        })),
      });
    },
  );

  const fresh = { title: 'Add a sub-processor', action: `${path}/new` };
  pages.get(`${path}/new`, { permission }, async (request: FormRequest, reply, user) => {
    if (!(await mayKeepSubprocessors(ctx, authorityOf(user)))) throw new Refusal('not_permitted');
    const given = { name: '', purpose: '', place: '', holds_from: '', isUsed: true };
    return form(request, reply, { ...fresh, given });
  });
  pages.post(`${path}/new`, { permission }, (request: FormRequest, reply, user) =>
    keep(request, reply, user, { model: fresh }),
  );

  const one = `${path}/:subprocessorId`;
  async function found(request: FormRequest, user: UserOf<'desk'>) {
    const by = authorityOf(user);
    const known = (await listSubprocessors(ctx, by)).find(({ id }) => id === request.params.subprocessorId);
    if (known === undefined) throw new Refusal('not_found');
    if (!(await mayKeepSubprocessors(ctx, by))) throw new Refusal('not_permitted');
    const { id, newest } = known;
    return { newest, id, model: { title: newest.name, action: `${path}/${id}`, version: newest.version } };
  }
  pages.get(one, { permission }, async (request: FormRequest, reply, user) => {
    const { model, newest } = await found(request, user);
    const { name, purpose, place, holdsFrom, isUsed } = newest;
    return form(request, reply, { ...model, given: { name, purpose, place, holds_from: holdsFrom, isUsed } });
  });
  pages.post(one, { permission }, async (request: FormRequest, reply, user) =>
    keep(request, reply, user, await found(request, user)),
  );
}
