// The page that asks for the place of one address.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { hasCurrent, isCurrent, MOST_ENTRIES, withEntry } from '../../../features/candidate-form/entry-rules.ts';
import type { Entry } from '../../../features/candidate-form/form-page.ts';
import { readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say, sayAll } from '../../../messages/say.ts';
import { personSentence } from '../../../messages/sentences.ts';
import { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel } from '../candidate-form-request.ts';
import {
  conflict,
  type ListView,
  listFields,
  listPath,
  type OpenList,
  problemsOfEntry,
  type ShownEntry,
  saveList,
} from '../entries/list-request.ts';
import { isOfStay, showList } from './addresses-page.ts';

/** Ticked below the help about it, because few have to read it. */
export const noHome = 'no_fixed_address';

const placeInputs = ({ page }: OpenList) => page.inputs.filter(({ name }) => !isOfStay(name) && name !== 'county');

/** Of a current and of an earlier address. Source: the guide of the DBS to unusual addresses. */
const withoutHome = {
  now: {
    summary: 'I have no fixed address',
    text: 'Give an address where mail reaches you, such as that of your family, a friend or a day centre: its house, street, town and postcode. A criminal record certificate may be sent there.',
    tick: 'I have no fixed address: the address below is where mail reaches me',
    ask: 'No mail reaches you anywhere? Do not guess an address: ask what to do.',
  },
  before: {
    summary: 'I had no fixed address then',
    text: 'Type “No fixed abode” as the house name. Add the town, and the postcode of a place where you stayed or got your mail.',
    tick: 'I had no fixed address then',
  },
} as const;

/** Source: the guide of the DBS to unusual addresses. */
const ofTheForces = {
  summary: 'I live in barracks, on a ship or at a BFPO address',
  points: [
    'Barracks: the block or mess as the house name, and the name of the barracks as the street.',
    'BFPO: the number, such as BFPO 57, as the street, and the postcode. You may leave the house and the town empty.',
    'A ship: its name as the house name, and its home port as the street and the town, with the postcode of the port.',
  ],
} as const;

function showPlace(
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenList,
  shown: ShownEntry,
  errors?: FieldMessages,
) {
  const { form, page, answer } = opened;
  const { entry, typed } = shown;
  const isNow = entry === undefined ? !hasCurrent(answer) : isCurrent(entry);
  // Browsers can only fill in the current address.
  const asked = placeInputs(opened).filter(({ name }) => name !== noHome);
  const fields = fieldsOf(asked, typed).map((field) => ({
    ...field,
    autocomplete: isNow ? field.autocomplete : 'off',
    groupClasses: field.name === 'state' ? 'app-abroad' : undefined,
  }));
  return renderPage(request, reply, 'candidate/questions/fields-page.njk', {
    ...formModel(request, form, say(isNow ? 'Where do you live now?' : 'Where did you live before?')),
    ...listFields(request, opened),
    action: listPath(request, page, `/${entry?.key ?? 'new'}`).split('?')[0],
    backText: say('Back to your addresses'),
    fields,
    help: {
      ...sayAll(withoutHome)[isNow ? 'now' : 'before'],
      name: noHome,
      isTicked: typed[noHome] === 'yes',
      isOpen: errors !== undefined,
      askHref: `${formBase(request)}/help`,
    },
    unusual: sayAll(ofTheForces),
    typed,
    errors,
  });
}

async function savePlace(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenList,
  entry: Entry | undefined,
) {
  const { form, page, answer } = opened;
  const read = readTyped(page, request.body ?? {});
  const typed = Object.fromEntries(placeInputs(opened).map(({ name }) => [name, read[name] ?? '']));
  // The form does not ask for the county: it is kept as long as the town stays the same.
  const county = entry !== undefined && entry.typed.town === typed.town && entry.typed.country === typed.country;
  const changed = withEntry(page, answer, entry?.key, county ? typed : { ...typed, county: '' }, form.scope.today);
  const found = problemsOfEntry({ ...opened, answer: changed.answer }, changed.key).fields;
  const problems = Object.fromEntries(Object.entries(found).filter(([input]) => !isOfStay(input)));
  if (entry === undefined && answer.entries.length >= MOST_ENTRIES) {
    problems.country = [personSentence({ code: 'too_many', params: { most: MOST_ENTRIES } }, 'addresses')];
  }
  if (Object.keys(problems).length > 0)
    return showPlace(request, reply.status(422), opened, { entry, typed }, problems);
  if (!(await saveList(ctx, request, opened, changed.answer))) {
    return showPlace(request, reply.status(409), opened, { entry, typed }, conflict());
  }
  const isWhole = entry !== undefined && Object.keys(found).length === 0;
  return reply.redirect(listPath(request, page, isWhole ? '' : `/${changed.key}/dates`), 303);
}

export const addressView: ListView = { showList, showEntry: showPlace, saveEntry: savePlace };
