// Sends forms of the portals empty, and filled with what nobody may type, and says what is wrong with the page that
// refuses them: it names each problem on top with a link to its input, describes that input, and shows what was typed.
import type { HtmlElement } from 'html-validate';
import { parsed, textIn } from '../support/html.ts';
import type { Visitor } from './portal-under-test.ts';
import { type TypedWorld, type Typist, typedForms } from './typed-forms.ts';
import { routeFinder } from './walked-pages.ts';

export type Sender = Typist | 'stranger';

/** Forms that keep no draft, and refuse all the same. */
const otherForms: Readonly<Record<string, { readonly by: Sender; readonly page: (world: TypedWorld) => string }>> = {
  '/sign-in': { by: 'stranger', page: () => '/sign-in' },
  '/sign-in/forgotten': { by: 'stranger', page: () => '/sign-in/forgotten' },
  '/account/security/password': { by: 'desk', page: () => '/account/security/password' },
  '/desk/accounts/:account_id/report-types/file': {
    by: 'desk',
    page: ({ accountId }) => `/desk/accounts/${accountId}/report-types`,
  },
  '/desk/suppliers/file': { by: 'desk', page: () => '/desk/suppliers' },
  '/desk/suppliers/:supplierId/invoices/new': {
    by: 'desk',
    page: ({ supplier }) => `/desk/suppliers/${supplier}/invoices/new`,
  },
  '/desk/accounts/invoices/bank-file': { by: 'desk', page: () => '/desk/accounts/invoices/bank-file' },
  '/desk/accounts/:account_id/settings/logo': {
    by: 'desk',
    page: ({ accountId }) => `/desk/accounts/${accountId}/settings`,
  },
  '/form/:token/documents': { by: 'candidate', page: () => '/documents' },
  '/form/:token/documents/slots/:key': { by: 'candidate', page: () => '/documents/slots/right_to_work' },
  '/reference/:token/letter': { by: 'referee', page: () => '/letter' },
};

/** Whatever is sent, these forms take it. */
export const takesAnything: Readonly<Record<string, string>> = {
  '/desk/reports/:reportId/tasks': 'ticks',
  '/desk/accounts/:account_id/report-types/template': 'a choice from a list',
  '/desk/accounts/:account_id/packages/adopt': 'a choice from a list',
};

export interface Form {
  readonly route: string;
  readonly by: Sender;
  /** Its page. */
  readonly path: string;
}

/** @param linkOf the path of the link of whoever has one, else nothing */
export const refusingForms = (world: TypedWorld, linkOf: (by: Sender) => string): Form[] =>
  Object.entries({ ...typedForms, ...otherForms }).flatMap(([route, form]) =>
    typeof form === 'string' ? [] : [{ route, by: form.by, path: `${linkOf(form.by)}${form.page(world)}` }],
  );

const attribute = (element: HtmlElement, name: string) => textIn(element.getAttributeValue(name) ?? '');
const routeOf = routeFinder(Object.keys(typedForms));

const formIn = (page: HtmlElement, { route }: Form): HtmlElement | undefined =>
  page.querySelectorAll('form[method="post"]').find((form) => routeOf(attribute(form, 'action')) === route);

/** It, and what is around it up to its form. Selectors would take most of the time of the test. */
const upToForm = (part: HtmlElement): HtmlElement[] =>
  part.parent === null || part.tagName === 'form' ? [part] : [part, ...upToForm(part.parent)];

/** Inside of the form, or of it by its id. */
const partsOf = (page: HtmlElement, form: HtmlElement, selector: string) =>
  page.querySelectorAll(selector).filter((part) => {
    const id = part.getAttributeValue('form');
    return id === null ? upToForm(part).at(-1)!.isSameNode(form) : id === form.id;
  });

const fieldsOf = (page: HtmlElement, form: HtmlElement) =>
  partsOf(page, form, 'input, select, textarea').filter(
    (field) => attribute(field, 'name') !== '' && !field.hasAttribute('disabled'),
  );

/** The first that looks like the main one; a small form has only a button that looks like a link. */
function mainButton(page: HtmlElement, form: HtmlElement): HtmlElement | undefined {
  const buttons = partsOf(page, form, 'button').filter(
    (button) => attribute(button, 'type') !== 'button' && !button.hasAttribute('formaction'),
  );
  return (
    buttons.find(
      (one) => one.classList.contains('govuk-button') && !one.classList.contains('govuk-button--secondary'),
    ) ?? buttons[0]
  );
}

const typeOf = (field: HtmlElement) => (field.tagName === 'input' ? attribute(field, 'type') || 'text' : field.tagName);
const isBox = (field: HtmlElement) => ['radio', 'checkbox'].includes(typeOf(field));
const isText = (field: HtmlElement) =>
  !isBox(field) && !['hidden', 'file', 'select', 'submit', 'password'].includes(typeOf(field));

/** Too long, no date, no number and no address. */
function wrongText(field: HtmlElement): string {
  if (typeOf(field) === 'date') return '2027-13-45';
  if (/(?:day|month|year)$/.test(attribute(field, 'name'))) return '99';
  return `"<&> ${'wrong '.repeat(field.tagName === 'textarea' ? 4000 : 60)}`.trim();
}

const choiceIn = (field: HtmlElement, at: 0 | -1) => {
  const option = field.querySelectorAll('option').at(at);
  return option === undefined ? '' : textIn(option.getAttributeValue('value') ?? option.textContent);
};

export type Filling = 'empty' | 'wrong';

function sentValue(field: HtmlElement, filling: Filling): string | undefined {
  if (typeOf(field) === 'hidden') return attribute(field, 'value');
  if (typeOf(field) === 'file') return undefined;
  if (filling === 'empty') return isBox(field) ? undefined : field.tagName === 'select' ? choiceIn(field, 0) : '';
  if (isBox(field)) return attribute(field, 'value') || 'on';
  return field.tagName === 'select' ? choiceIn(field, -1) : wrongText(field);
}

type Sent = [name: string, value: string][];

function sentIn(page: HtmlElement, form: HtmlElement, filling: Filling): Sent {
  const radios = new Set(partsOf(page, form, 'input[type="radio"]').map((field) => attribute(field, 'name')));
  const fields = fieldsOf(page, form).flatMap((field): Sent => {
    const value = sentValue(field, filling);
    return value === undefined ? [] : [[attribute(field, 'name'), value]];
  });
  const isLast = ([name]: Sent[number], index: number) =>
    !radios.has(name) || fields.findLastIndex(([other]) => other === name) === index;
  const button = mainButton(page, form);
  const name = button === undefined ? '' : attribute(button, 'name');
  const chosen = fields.filter(isLast);
  return name === '' ? chosen : [...chosen, [name, attribute(button!, 'value')]];
}

function encoded(form: HtmlElement, sent: Sent): readonly [type: string, body: string] {
  if (attribute(form, 'enctype') === '')
    return ['application/x-www-form-urlencoded', new URLSearchParams(sent).toString()];
  const part = ([name, value]: Sent[number]) =>
    `--end\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--end\r\ncontent-disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--end--\r\n';
  return ['multipart/form-data; boundary=end', `${sent.map(part).join('')}${file}`];
}

/** Whether the element or what groups it says the message. */
function isDescribed(byId: ReadonlyMap<string, HtmlElement>, field: HtmlElement, message: string): boolean {
  const descriptions = upToForm(field).flatMap((one) => attribute(one, 'aria-describedby').split(' '));
  return [field, ...descriptions.map((id) => byId.get(id))].some((one) =>
    textIn(one?.textContent ?? '').includes(message),
  );
}

function faultsOf(page: HtmlElement, status: number, typed: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  if (status !== 422) faults.push(`answers ${status}`);
  const title = textIn(page.querySelector('title')?.textContent ?? '');
  if (!title.startsWith('Error: ')) faults.push(`is titled “${title}”`);
  const problems = page.querySelectorAll('.govuk-error-summary__list a');
  if (problems.length === 0) faults.push('has no summary of errors');
  const byId = new Map(page.querySelectorAll('[id]').map((one) => [one.id!, one]));
  for (const problem of problems) {
    const [href, message] = [attribute(problem, 'href'), textIn(problem.textContent).trim()];
    const field = byId.get(href.slice(1));
    if (field === undefined) faults.push(`links to ${href}, which is not there: ${message}`);
    else if (!isDescribed(byId, field, message)) faults.push(`does not describe ${href} by: ${message}`);
  }
  for (const field of page.querySelectorAll('input, textarea').filter(isText)) {
    const was = typed.get(attribute(field, 'name'));
    const is = field.tagName === 'textarea' ? textIn(field.textContent) : attribute(field, 'value');
    if (was !== undefined && is.trim() !== was.trim())
      faults.push(`does not show what was typed in ${attribute(field, 'name')}, but “${is.slice(0, 40)}”`);
  }
  return faults;
}

/** Sends the form of the page; undefined if it is taken. */
export async function faultsOfRefusal(
  sender: Visitor,
  page: HtmlElement,
  form: Form,
  filling: Filling,
): Promise<string[] | undefined> {
  const element = formIn(page, form);
  if (element === undefined) return [`${form.path} has no form for ${form.route}`];
  const sent = sentIn(page, element, filling);
  const { status, body } = await sender.send(attribute(element, 'action'), ...encoded(element, sent));
  if (status < 400) return undefined;
  const texts = new Set(
    fieldsOf(page, element)
      .filter(isText)
      .map((field) => attribute(field, 'name')),
  );
  const typed = new Map(sent.filter(([name]) => texts.has(name)));
  return faultsOf(parsed(body), status, typed).map((fault) => `${form.route}, ${filling}: ${fault}`);
}
