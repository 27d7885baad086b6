// The types of error that reviewers choose from: their list, and the form that makes and changes one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import {
  type ErrorTypeVersion,
  keepErrorType,
  listErrorTypes,
  readErrorType,
} from '../../../features/error-types/error-type-actions.ts';
import {
  type ErrorType,
  type GivenErrorType,
  LONGEST_MEANING,
  severities,
} from '../../../features/error-types/error-type-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { isSent, noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { errorTypesPath, qualityListPath, severityTag } from './quality-words.ts';

const options = { permission: 'manage_quality' } as const;
const notices = { kept: 'The type is saved. Reviewers choose from it from now on.' };

const changed = 'Somebody changed this entry meanwhile: look at it, then save again';
const words: FormWords = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the type', instead: { [changed]: changed } },
  meaning: { input: 'meaning', begins: 'What it means', empty: 'Enter what it means' },
  severity: {
    input: 'severity',
    begins: 'The severity',
    instead: { 'is not included in the list': 'Choose how severe it usually is' },
  },
  in_use: { input: 'in_use', begins: 'It' },
};

const nothing: GivenErrorType = { name: '', meaning: '', severity: '', isInUse: true };

const typedIn = (request: FormRequest): GivenErrorType => ({
  ...{ name: typed(request, 'name'), meaning: typed(request, 'meaning'), severity: typed(request, 'severity') },
  isInUse: isSent(request, 'in_use'),
});

const rowOf = (one: ErrorType) => ({
  ...{ name: one.name, meaning: one.meaning, isInUse: one.isInUse, href: `${errorTypesPath}/${one.id}` },
  severity: severityTag(one.severity),
});

export function errorTypePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(errorTypesPath, options, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'desk/quality/error-types.njk', {
      title: 'Types of error',
      back: { text: 'Quality', href: qualityListPath },
      done: noticeIn(request, notices),
      newHref: `${errorTypesPath}/new`,
      rows: (await listErrorTypes(ctx, authorityOf(user))).map(rowOf),
    }),
  );

  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    versions: readonly ErrorTypeVersion[],
    given: GivenErrorType,
    errors?: FieldMessages,
  ) => {
    const [newest] = versions;
    return renderPage(request, reply, 'desk/quality/error-type.njk', {
      title: newest?.name ?? 'Add a type of error',
      back: { text: 'Types of error', href: errorTypesPath },
      errors,
      given,
      longestMeaning: LONGEST_MEANING,
      version: newest?.version ?? 0,
      action: newest === undefined ? `${errorTypesPath}/new` : `${errorTypesPath}/${newest.id}`,
      severities: Object.entries(severities).map(([value, text]) => ({
        value,
        text,
        checked: value === given.severity,
      })),
      versions: versions.map((one) => ({ ...rowOf(one), at: one.savedAt, by: one.savedBy ?? 'The operator' })),
    });
  };

  const fresh = `${errorTypesPath}/new`;
  pages.get(fresh, options, (request: FormRequest, reply) => show(request, reply, [], nothing));
  pages.post(fresh, options, async (request: FormRequest, reply, user) => {
    const given = typedIn(request);
    const errors = await refusedFields(() => keepErrorType(ctx, authorityOf(user), given), words);
    if (errors !== undefined) return show(request, reply.status(422), [], given, errors);
    return reply.redirect(`${errorTypesPath}?done=kept`, 303);
  });

  const one = `${errorTypesPath}/:typeId`;
  const idOf = ({ params }: FormRequest) => (params as { readonly typeId?: string }).typeId ?? '';
  pages.get(one, options, async (request: FormRequest, reply, user) => {
    const versions = await readErrorType(ctx, authorityOf(user), idOf(request));
    return show(request, reply, versions, versions[0]);
  });
  pages.post(one, options, async (request: FormRequest, reply, user) => {
    const versions = await readErrorType(ctx, authorityOf(user), idOf(request));
    const given = typedIn(request);
    const seen = typed(request, 'version');
    const of = { id: versions[0].id, version: /^\d{1,9}$/.test(seen) ? Number(seen) : 0 };
    const errors = await refusedFields(() => keepErrorType(ctx, authorityOf(user), given, of), words);
    if (errors !== undefined) return show(request, reply.status(422), versions, given, errors);
    return reply.redirect(`${errorTypesPath}?done=kept`, 303);
  });
}
