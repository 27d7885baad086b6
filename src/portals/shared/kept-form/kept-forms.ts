// Keeps a form that is sent after its session has ended, and shows it again to the same user after they have signed in.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { keepSealedForm, readSealedForm } from '../../../features/accounts/kept-form-actions.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD, openForBrowser, readerOf, sealForBrowser } from '../form-tokens.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages } from '../shell.ts';

const LONGEST = 100_000;
const TABLE = 'kept_forms';
const CONTINUE_PATH = '/continue';

interface KeptForm {
  readonly url: string;
  readonly page: string | undefined;
  readonly fields: readonly (readonly [string, string])[];
}

/** The path that shows the form again; undefined if it cannot be kept. Files are not kept. */
export type KeepForm = (request: FastifyRequest) => Promise<string | undefined>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The page on which the form stood: that of its address, or the nearest one above it. */
function pageOf({ server, url, routeOptions }: FastifyRequest): string | undefined {
  const [path = ''] = url.split('?');
  const [parts, pattern] = [path.split('/'), (routeOptions.url ?? '').split('/')];
  const lengths = pattern.map((_, index) => pattern.length - index).filter((length) => length > 2);
  const found = lengths.find((length) => server.findRoute({ method: 'GET', url: pattern.slice(0, length).join('/') }));
  return found === undefined ? undefined : parts.slice(0, found).join('/');
}

export function createKeepForm(ctx: Ctx): KeepForm {
  return async (request) => {
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    // Anybody may send a form without a session: only that of a page of ours is kept.
    const userId = readerOf(request);
    if (userId === undefined) return undefined;
    // A script keeps what it could not send itself.
    if (request.headers['sec-fetch-dest'] === 'empty') return undefined;
    if (request.isMultipart() || request.headers['sec-fetch-site'] !== 'same-origin') return undefined;
    const fields = Object.entries(body)
      .filter(([name]) => name !== FORM_TOKEN_FIELD && name !== FORM_READER_FIELD)
      .flatMap(([name, value]) =>
        [value]
          .flat()
          .filter(isText)
          .map((one): [string, string] => [name, one]),
      );
    const kept: KeptForm = { url: request.url, page: pageOf(request), fields };
    const text = JSON.stringify(kept);
    const sealedForm = text.length > LONGEST ? undefined : sealForBrowser(request, TABLE, text);
    if (sealedForm === undefined) return undefined;
    return `${CONTINUE_PATH}/${await keepSealedForm(ctx, userId, sealedForm)}`;
  };
}

type KeptRequest = FastifyRequest<{ Params: { id: string } }>;

/** Undefined if it has expired, or belongs to another browser or another user. */
async function readKept(ctx: Ctx, request: KeptRequest, userId: string): Promise<KeptForm | undefined> {
  const sealed = await readSealedForm(ctx, userId, request.params.id);
  const text = sealed && openForBrowser(request, TABLE, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as KeptForm);
}

export function keptFormPages(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  pages.get(`${CONTINUE_PATH}/:id`, { permission: 'sign_in' }, async (request: KeptRequest, reply, user) => {
    const kept = await readKept(ctx, request, user.userId);
    if (kept === undefined) return reply.redirect('/', 303);
    return renderPage(request, reply, 'shared/kept-form/kept-form.njk', {
      title: 'You are signed in again',
      kept,
      page: kept.page,
      typed: kept.fields.filter(([name, value]) => value.trim() !== '' && !['move', 'seen'].includes(name)),
    });
  });
}
