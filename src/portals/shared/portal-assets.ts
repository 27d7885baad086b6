// Styles, scripts and icons of the portals: built from the installed packages and our brand, named by a hash of their
// content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const require = createRequire(import.meta.url);
const govuk = dirname(require.resolve('govuk-frontend/package.json'));
const moj = dirname(require.resolve('@ministryofjustice/frontend/package.json'));
const pdfjs = join(dirname(require.resolve('pdfjs-dist/package.json')), 'build');
const autocomplete = require.resolve('accessible-autocomplete');

/** The template folders of packages, besides our own. */
export const templateFolders = [join(govuk, 'dist'), moj];

/** GDS Transport and the crest are licensed to gov.uk alone: neither their names nor their files leave our server. */
const systemFonts =
  'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif';

/** Removes every part from `start` to the next `end`. */
function cut(text: string, start: string, end: string): string {
  return text
    .split(start)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(end) + end.length)))
    .join('');
}

const withoutMap = (css: string): string => cut(css, '/*# sourceMappingURL', '*/');

function withOurFonts(css: string): string {
  const bare = cut(cut(css, '@font-face{font-family:GDS Transport', '}'), '/*! Copyright', '*/');
  return withoutMap(bare)
    .replaceAll('GDS Transport,arial,sans-serif', systemFonts)
    .replaceAll('url(/assets/images/govuk-crest.svg)', 'none');
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Builds the content of an asset; a reference to another asset becomes its URL. */
type Recipe = () => string;

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const own = (path: string) => read(import.meta.dirname, '..', path);
const library = (path: string) => read(path).replace(/\/\/# sourceMappingURL=.*/, '');
/** A script that imports another of ours, by its address. */
const importing = (path: string) =>
  own(path).replace(/from '\.[^']*\/([\w-]+\.js)'/g, (_, name: string) => `from '${assetUrl(name)}'`);
const startOf = (name: string) => `import{initAll}from"${assetUrl(name)}";initAll();`;

const recipes: Readonly<Record<string, Recipe>> = {
  'portal.css': () => withOurFonts(read(govuk, 'dist/govuk/govuk-frontend.min.css')) + own('shared/brand.css'),
  // Must stand before portal.css, which overrides its custom properties.
  'moj.css': () =>
    withOurFonts(read(moj, 'moj/moj-frontend.min.css')).replace(
      /\/assets\/images\/(icon-[\w-]+\.svg)/g,
      (_, name: string) => assetUrl(name),
    ),
  'govuk-frontend.js': () => library(join(govuk, 'dist/govuk/govuk-frontend.min.js')),
  'moj-frontend.js': () => library(join(moj, 'moj/moj-frontend.min.js')),
  'portal.js': () => startOf('govuk-frontend.js'),
  'moj.js': () => startOf('moj-frontend.js'),
  'candidate.css': () => withoutMap(read(autocomplete.replace(/js$/, 'css'))) + own('candidate/candidate.css'),
  // After the drafts, whose choices it shows.
  'country-picker.js': () =>
    `import"${assetUrl('drafts.js')}";${library(autocomplete)}${own('shared/fact-fields/country-picker.js')}`,
  'docs.css': () => own('docs/docs.css'),
  'docs.js': () => own('docs/docs.js'),
  'progress.js': () => own('shared/progress.js'),
  'upload.js': () => own('shared/files/upload.js'),
  'order-search.js': () => own('shared/orders/order-search.js'),
  'menu.js': () => own('shared/menu.js'),
  'form-fields.js': () => own('shared/drafts/form-fields.js'),
  'drafts.js': () => importing('shared/drafts/drafts.js'),
  'kept-form.js': () => importing('shared/kept-form/kept-form.js'),
  'passkeys.js': () => own('shared/sign-in/passkeys.js'),
  'mark.svg': () => own('shared/mark.svg'),
  'case.js': () => own('desk/report/case.js'),
  'copy.js': () => own('shared/copy.js'),
  'clauses.js': () => own('desk/report/clauses.js'),
  'pdf.js': () => library(join(pdfjs, 'pdf.min.mjs')),
  'pdf-worker.js': () => library(join(pdfjs, 'pdf.worker.min.mjs')),
  'evidence-frame.css': () => own('desk/report/evidence-frame.css'),
  'evidence-frame.js': () => own('desk/report/evidence-frame.js'),
  'evidence-viewer.js': () => own('desk/report/evidence-viewer.js'),
  'evidence-add.js': () => own('desk/report/evidence-add.js'),
  'report.css': () => own('desk/report/report.css'),
  'keys.js': () => own('desk/keys/keys.js'),
  'up-to-date.js': () => own('desk/queue/up-to-date.js'),
  'claim.js': () => importing('desk/queue/claim.js'),
  'queue.js': () => importing('desk/queue/queue.js'),
  'query-texts.js': () => own('desk/queries/query-texts.js'),
  'report-keys.js': () => importing('desk/report/report-keys.js'),
};

function recipeOf(name: string): Recipe | undefined {
  if (Object.hasOwn(recipes, name)) return recipes[name];
  return /^icon-[\w-]+\.svg$/.test(name) ? () => read(moj, 'moj/assets/images', name) : undefined;
}

interface Asset {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
}

export const ASSET_PREFIX = '/assets/';
const assets = new Map<string, Asset>();

function makeAsset(name: string, recipe: Recipe): Asset {
  const body = Buffer.from(recipe());
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const extension = extname(name);
  return {
    url: `${ASSET_PREFIX}${name.slice(0, -extension.length)}.${hash}${extension}`,
    type: types[extension] ?? 'application/octet-stream',
    body,
  };
}

/** Built at the first request, to keep the start fast. */
function findAsset(name: string): Asset | undefined {
  const known = assets.get(name);
  if (known !== undefined) return known;
  const recipe = recipeOf(name);
  if (recipe === undefined) return undefined;
  const asset = makeAsset(name, recipe);
  assets.set(name, asset);
  return asset;
}

/**
 * The URL of an asset by its plain name, such as `portal.css`. It contains a hash of the content, so it may be cached
 * for ever.
 */
export function assetUrl(name: string): string {
  const asset = findAsset(name);
  if (asset === undefined) throw new Error(`there is no asset ${name}`);
  return asset.url;
}

/** @param file the last segment of an asset's URL */
export function assetFor(file: string): Pick<Asset, 'type' | 'body'> | undefined {
  const [, name, extension] = /^([\w-]{1,60})\.[0-9a-f]{12}(\.(?:css|js|svg))$/.exec(file) ?? [];
  const asset = name === undefined ? undefined : findAsset(`${name}${extension}`);
  return asset?.url === `${ASSET_PREFIX}${file}` ? asset : undefined;
}
