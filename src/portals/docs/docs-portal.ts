// The reference pages of each interface: its guide, a page per group of operations and one of objects; and
// the page for whoever moves a client; public.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { type PreparedAnswer, prepareAnswer, sendPrepared } from '../../platform/http/prepared-answer.ts';
import { openToAnyone } from '../../platform/http/route-access.ts';
import { manuals, readManual } from '../shared/manuals/manual-text.ts';
import { HTML, type PageModel, renderHtml } from '../shared/page-renderer.ts';
import { errorsOf, guideOf, type OpenApi, objectsOf, resolved, search, tagsOf, withoutAuthority } from './reference.ts';

export interface DocumentedInterface {
  readonly version: 'v1' | 'v2';
  /** The path of the guide; the pages of its tags are below. */
  readonly path: string;
  /** Loaded at the first request for a page. */
  readonly document: () => Promise<object>;
}

export interface DocsOptions {
  readonly interfaces: readonly DocumentedInterface[];
  /** Whether the server's certificate is from its own authority, which clients must be told to trust. */
  readonly hasOwnAuthority: boolean;
}

const movingPath = '/docs/moving';

function shellLines({ servers }: OpenApi, hasOwnAuthority: boolean): string {
  const lines = [`export BASE=${servers[0]?.url}`, 'export KEY=test_…'];
  return [...lines, ...(hasOwnAuthority ? ['export CA=var/tls/authority.pem'] : [])].join('\n');
}

type Tags = ReturnType<typeof tagsOf>;

/** Operations of one interface, where a search found them. */
interface Found {
  readonly version: string;
  readonly guideUrl: string;
  readonly tags: Tags;
}

/** Renders the pages of one interface. */
function pagesOf({ interfaces, hasOwnAuthority }: DocsOptions, here: DocumentedInterface, document: OpenApi) {
  const tags = hasOwnAuthority ? tagsOf(document) : withoutAuthority(tagsOf(document));
  const guideUrl = here.path;
  const links = [
    { text: 'Guide', href: guideUrl },
    ...tags.map(({ name, slug }) => ({ text: name, href: `${guideUrl}/${slug}` })),
    { text: 'Objects', href: `${guideUrl}/objects` },
    { text: 'Moving a client', href: movingPath },
    ...interfaces
      .filter((one) => one !== here)
      .map(({ version, path }) => ({ text: `Interface ${version}`, href: path })),
  ];
  const render = <Page extends PageModel>(template: string, path: string, page: Page) => {
    const menu = links.map((link) => ({ ...link, active: link.href === path ? 'page' : undefined }));
    return renderHtml(`docs/${template}.njk`, { ...page, homeUrl: guideUrl, guideUrl, menu, scripts: ['docs.js'] }, '');
  };
  const guide = (query: string, found: readonly Found[]) =>
    render('guide', guideUrl, {
      title: query === '' ? document.info.title : `Operations about “${query}”`,
      query,
      movingPath,
      summary: document.info.summary,
      file: `/openapi/${here.version}.json`,
      hasOwnAuthority,
      shell: shellLines(document, hasOwnAuthority),
      firstRequest: tags[0]?.operations[0]?.samples[0]?.source,
      sections: guideOf(document),
      found,
      errorTypes: errorsOf(document),
    });
  const found = (query: string): Found => ({ version: here.version, guideUrl, tags: search(tags, query) });
  // Pages without a query are cached: they are the same for everybody.
  const kept = new Map<string, string>([
    [guideUrl, guide('', [{ version: here.version, guideUrl, tags }])],
    [
      `${guideUrl}/objects`,
      render('objects', `${guideUrl}/objects`, { title: 'Objects', objects: objectsOf(document) }),
    ],
    ...tags.map((tag): [string, string] => {
      const path = `${guideUrl}/${tag.slug}`;
      return [path, render('tag', path, { title: tag.name, tag })];
    }),
  ]);
  const prepared = new Map([...kept].map(([path, html]) => [path, prepareAnswer(HTML, html)]));
  return { pageOf: (path: string) => prepared.get(path), found, results: guide, render };
}

/** Registers in a scope that `portalPlugin` has prepared. */
export function docsPortal(app: FastifyInstance, options: DocsOptions): void {
  const opened = new Map<DocumentedInterface, Promise<ReturnType<typeof pagesOf>>>();
  const pagesFor = (of: DocumentedInterface) => {
    const pages = opened.get(of) ?? of.document().then((document) => pagesOf(options, of, resolved(document)));
    opened.set(of, pages);
    return pages;
  };
  const [first] = options.interfaces;
  let moving: Promise<PreparedAnswer> | undefined;
  const movingPage = async () => {
    const [{ render }, { html }] = await Promise.all([pagesFor(first!), readManual('moving')]);
    return prepareAnswer(HTML, render('moving', movingPath, { title: manuals.moving.title, html }));
  };
  app.get(movingPath, openToAnyone, async (request, reply) => {
    moving ??= movingPage();
    return sendPrepared(request, reply, await moving);
  });
  for (const here of options.interfaces) {
    const named = `/docs/${here.version}`;
    if (named !== here.path) app.get(named, openToAnyone, (_, reply) => reply.redirect(here.path));
    for (const url of [here.path, `${here.path}/:tag`]) {
      app.get<{ Querystring: { q?: string | string[] } }>(url, openToAnyone, async (request, reply) => {
        const { pageOf, results } = await pagesFor(here);
        const [path = ''] = request.url.replace(/\/$/, '').split('?', 1);
        const query = [request.query.q ?? ''].flat().join(' ').trim().slice(0, 100);
        const page = pageOf(path);
        if (page === undefined) throw new Refusal('not_found');
        if (query === '' || path !== here.path) return sendPrepared(request, reply, page);
        // What one interface lacks, the other may have.
        const others = options.interfaces.filter((one) => one !== here);
        const found = await Promise.all([here, ...others].map(async (one) => (await pagesFor(one)).found(query)));
        const html = results(
          query,
          found.filter(({ tags }) => tags.length > 0),
        );
        return reply.type(HTML).header('cache-control', 'no-cache').send(html);
      });
    }
  }
}
