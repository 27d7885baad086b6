// Renders a view model with its Nunjucks template in the layout that all portals share.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment as Templates } from 'nunjucks';
import type { Environment } from '../../context.ts';
import { type SubsidiaryWords, usualWords } from '../../features/accounts/subsidiary-words.ts';
import type { FieldMessages } from '../../lib/refusal.ts';
import { ukDayAndTime } from '../../lib/uk-times.ts';
import { english, say, sayText, withMarkedEnglish } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';
import { draftsUrlOf } from './drafts/drafts.ts';
import { lostFileInput } from './files/file-forms.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD, formReader, formToken } from './form-tokens.ts';
import { languagesOf } from './mailed-links/languages.ts';
import { maintenanceNotice } from './maintenance-notice.ts';
import {
  britishDate,
  britishDateTime,
  britishDateTimeToSecond,
  errorFor,
  errorList,
  fieldId,
  hasErrorBelow,
  inThousands,
  optionsHtml,
  orderNumber,
} from './page-filters.ts';
import { assetUrl, templateFolders } from './portal-assets.ts';
import { portalContext } from './portal-context.ts';
import { saidHtml } from './said-html.ts';
import { frameOf } from './shell.ts';

export const HTML = 'text/html; charset=utf-8';

/** The model of the layout; each page's view model extends it. */
export interface PageModel {
  /** The heading of the page and the first part of its browser title. */
  readonly title: string;
  /** By field path: shown in the summary at the top, and by the template beside each input. */
  readonly errors?: FieldMessages | undefined;
  /** Of the data that the page shows; by default the one that its address names. */
  readonly environment?: Environment;
  /** On top instead of our wordmark: the client for whom the reader is asked. */
  readonly headerName?: string;
  /** The link of the wordmark; `/` by default. */
  readonly homeUrl?: string;
  /** Additional scripts by their name in portal-assets; each page works without them. */
  readonly scripts?: readonly string[];
}

let templates: Templates | undefined;

/** Loaded at the first request for a page: at the start it would cost 30 ms. */
function loadTemplates(): Templates {
  const nunjucks = createRequire(import.meta.url)('nunjucks') as typeof import('nunjucks');
  const folders = [join(import.meta.dirname, '..'), ...templateFolders];
  const loaded = new nunjucks.Environment(new nunjucks.FileSystemLoader(folders), {
    autoescape: true,
    trimBlocks: true,
    lstripBlocks: true,
  });
  loaded.addFilter('britishDate', britishDate);
  loaded.addFilter('britishDateTime', britishDateTime);
  loaded.addFilter('ukDayAndTime', ukDayAndTime);
  loaded.addFilter('britishDateTimeToSecond', britishDateTimeToSecond);
  loaded.addFilter('orderNumber', orderNumber);
  loaded.addFilter('inThousands', inThousands);
  loaded.addFilter('fieldId', fieldId);
  loaded.addFilter('errorList', errorList);
  loaded.addGlobal('errorFor', errorFor);
  loaded.addGlobal('hasErrorBelow', hasErrorBelow);
  loaded.addGlobal('formTokenField', FORM_TOKEN_FIELD);
  loaded.addGlobal('formReaderField', FORM_READER_FIELD);
  loaded.addGlobal('asset', assetUrl);
  const { SafeString } = nunjucks.runtime;
  loaded.addGlobal('say', sayText);
  loaded.addGlobal('english', english);
  loaded.addGlobal('sayHtml', (...said: Parameters<typeof saidHtml>) => new SafeString(saidHtml(...said)));
  loaded.addGlobal('options', (items: Parameters<typeof optionsHtml>[0]) => new SafeString(optionsHtml(items)));
  return loaded;
}

/** @param token for the page's forms; empty on a page without forms */
export function renderHtml<Model extends PageModel>(template: string, model: Model, token: string): string {
  templates ??= loadTemplates();
  // govuk-frontend's template reads the theme colour.
  const language = spokenLanguage();
  const html = templates.render(template, {
    ...{ units: usualWords, ...model, formToken: token, themeColor: '#0b4a56', htmlLang: language },
  });
  return language === 'en' ? html : withMarkedEnglish(html);
}

/** Whether the page answers a form, which it refused or leads on; undefined for a page that was opened. */
function answersOf({ method }: FastifyRequest, { statusCode }: FastifyReply): 'refused' | 'next' | undefined {
  if (method !== 'POST') return undefined;
  return statusCode >= 400 ? 'refused' : 'next';
}

/** Messages are ours but for what they quote: they say what the reader calls subsidiaries. */
function errorsIn(units: SubsidiaryWords, errors: FieldMessages): FieldMessages {
  const own: Readonly<Record<string, string>> = {
    ...{ 'a subsidiary': units.a, subsidiary: units.one, subsidiaries: units.many },
    ...{ Subsidiary: units.One, Subsidiaries: units.Many },
  };
  // A quotation is replaced where it is the title of the column and no more.
  const ownOf = (found: string) => {
    const word = found.replace(/^“(.*)”$/, '$1');
    return own[word] === undefined ? found : found.replace(word, own[word]);
  };
  const inOwn = (text: string) => text.replace(/“[^“”]*”|\b(?:a )?subsidiar(?:y|ies)\b/gi, ownOf);
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(inOwn)]));
}

/** A file that was sent with a refused form has to be chosen again, which the input says. */
function withLostFile(request: FastifyRequest, errors: FieldMessages): FieldMessages {
  const input = lostFileInput(request);
  if (input === undefined || errors[input] !== undefined || Object.keys(errors).length === 0) return errors;
  return { ...errors, [input]: [say('Choose the file again')] };
}

/**
 * Sends a page in the frame of its reader; status and headers are the reply's. @param template path below src/portals,
 * such as `desk/queue/queue.njk`
 */
export function renderPage<Model extends PageModel>(
  request: FastifyRequest,
  reply: FastifyReply,
  template: string,
  model: Model,
): FastifyReply {
  const frame = frameOf(request, model.environment);
  const reader = frame && { formReader: formReader(request, reply, frame.userId) };
  const ctx = portalContext(request);
  const { operatorName } = ctx.settings;
  const around = {
    operatorName,
    maintenance: maintenanceNotice(ctx),
    ...frame,
    ...reader,
    draftsUrl: draftsUrlOf(request),
    languages: languagesOf(request),
    answers: answersOf(request, reply),
  };
  const errors = model.errors && withLostFile(request, model.errors);
  const own = errors && { errors: frame ? errorsIn(frame.units, errors) : errors };
  return reply.type(HTML).send(renderHtml(template, { ...around, ...model, ...own }, formToken(request, reply)));
}
