// When a user of the client is away, and who covers for them: everybody says it of themselves, administrators of others too.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  type Absences,
  endUserAbsence,
  type NotedAbsence,
  readAbsences,
  readGapsBetween,
  sayUserAbsence,
} from '../../../features/orders/cover-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { awayText } from '../../shared/away-words.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { ClientUser } from '../client-caller.ts';
import { awayPath } from './away-path.ts';
import { gapTexts } from './cover-words.ts';

const permission = 'read_checks' as const;

const notices = { said: 'The absence is recorded.', ended: 'The absence is taken back.' };

const words: FormWords = {
  from: { input: 'from', begins: 'The first day', empty: 'Enter the first day' },
  until: { input: 'until', begins: 'The last day', empty: 'Enter the last day' },
  cover: {
    input: 'cover',
    begins: 'The colleague',
    instead: {
      'is not included in the list': 'Choose a colleague from the list',
      is_away: 'This colleague is away on some of these days: choose another, or other days',
      access_ends: 'The access of this colleague ends before the last day: choose another',
    },
  },
  although: {
    input: 'although',
    begins: 'This',
    instead: { 'must be said': 'Say whether this colleague covers although something stays behind, or choose another' },
  },
};

const given = (request: FormRequest) => ({
  person: typed(request, 'person'),
  from: typed(request, 'from'),
  until: typed(request, 'until'),
  cover: typed(request, 'cover'),
  although: typed(request, 'although') === 'yes',
});

const givenOf = ({ id, away_from, away_until, cover_id }: NotedAbsence): ReturnType<typeof given> => ({
  ...{ person: id, from: away_from ?? '', until: away_until ?? '', cover: cover_id ?? '', although: false },
});

function rowOf(one: NotedAbsence, user: ClientUser) {
  const { id, name, cover_name, is_away: isAway, gaps } = one;
  const isCovered = isAway ? one.is_covered : one.is_cover_here;
  return {
    ...{ id, name, isAway, isCovered, from: one.away_from, until: one.away_until },
    isOwn: id === user.userId,
    cover: cover_name,
    gaps: isCovered && gaps !== undefined ? gapTexts(gaps, { absent: name, cover: cover_name! }) : [],
  };
}

const chosenOf = (user: ClientUser, { person }: ReturnType<typeof given>) => person || user.userId;

/** The sentences about whom the form chose, as long as nobody said that they are meant. */
async function behindIn(ctx: Ctx, user: ClientUser, sent: ReturnType<typeof given>, { colleagues }: Absences) {
  const personId = chosenOf(user, sent);
  const [absent, cover] = [personId, sent.cover].map((id) => colleagues.find((one) => one.id === id)?.name);
  if (absent === undefined || cover === undefined) return undefined;
  const gaps = await readGapsBetween(ctx, user, { personId, coverId: sent.cover });
  return gaps && { cover, absent, texts: gapTexts(gaps, { absent, cover }) };
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
  const today = ukDateOf(ctx.now());
  const found = await readAbsences(ctx, user);
  const saysOfOthers = mayDo(user, 'manage_users');
  const { person: asked } = request.query as { readonly person?: unknown };
  // A link about somebody: what was said of them is changed, such as who covers.
  const named = request.method === 'GET' ? found.absent.find(({ id }) => id === asked) : undefined;
  const sent = named === undefined ? given(request) : givenOf(named);
  const chosen = sent.person || (typeof asked === 'string' && isUuid(asked) ? asked.toLowerCase() : user.userId);
  const choice = ({ id, name }: Absences['people'][number], selected: string) => ({
    ...{ value: id, text: id === user.userId ? `${name} (you)` : name, selected: id === selected },
  });
  const byName = (one: { text: string }, other: { text: string }) => one.text.localeCompare(other.text, 'en');
  return renderPage(request, reply, 'client/away/away.njk', {
    title: 'Away',
    action: awayPath,
    done: noticeIn(request, notices),
    errors,
    rows: found.absent.map((one) => rowOf(one, user)),
    covers: found.covers.map((one) => ({ ...one, text: awayText(one, today) })),
    saysOfOthers,
    people: found.people.map((one) => choice(one, chosen)).sort(byName),
    colleagues: [
      { value: '', text: 'Nobody', selected: sent.cover === '' },
      ...found.colleagues
        .filter(({ id }) => saysOfOthers || id !== user.userId)
        .map((one) => choice(one, sent.cover))
        .sort(byName),
    ],
    behind: errors?.although && (await behindIn(ctx, user, sent, found)),
    given: sent,
  });
}

export function awayPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(awayPath, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));
  pages.post(awayPath, { permission }, async (request: FormRequest, reply, user) => {
    const { cover, ...sent } = given(request);
    const said = { ...sent, personId: sent.person || user.userId, coverId: cover || null };
    const errors = await refusedFields(() => sayUserAbsence(ctx, user, said), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`${awayPath}?done=said`, 303);
  });
  pages.post(`${awayPath}/end`, { permission }, async (request: FormRequest, reply, user) => {
    await endUserAbsence(ctx, user, typed(request, 'person'));
    return reply.redirect(`${awayPath}?done=ended`, 303);
  });
}
