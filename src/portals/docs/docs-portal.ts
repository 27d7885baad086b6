// The reference pages of each interface: its guide, a page per group of operations and one of objects; public.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { prepareAnswer, sendPrepared } from '../../platform/http/prepared-answer.ts';
import { openToAnyone } from '../../platform/http/route-access.ts';
import { HTML, type PageModel, renderHtml } from '../shared/page-renderer.ts';
import { errorsOf, guideOf, type OpenApi, objectsOf, resolved, search, tagsOf } from './reference.ts';

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

function shellLines({ servers }: OpenApi, hasOwnAuthority: boolean): string {
  const authority = hasOwnAuthority ? 'var/tls/authority.pem' : '/etc/ssl/certs/ca-certificates.crt';
  return [`export BASE=${servers[0]?.url}`, 'export KEY=test_…', `export CA=${authority}`].join('\n');
}

/**
 * A function that renders the page of a path, undefined for an unknown path; with `query`, only matching operations.
 */
function pagesOf({ interfaces, hasOwnAuthority }: DocsOptions, here: DocumentedInterface, document: OpenApi) {
  const tags = tagsOf(document);
  const guideUrl = here.path;
  const links = [
    { text: 'Guide', href: guideUrl },
    ...tags.map(({ name, slug }) => ({ text: name, href: `${guideUrl}/${slug}` })),
    { text: 'Objects', href: `${guideUrl}/objects` },
    ...interfaces
      .filter((one) => one !== here)
      .map(({ version, path }) => ({ text: `Interface ${version}`, href: path })),
  ];
  const render = <Page extends PageModel>(template: string, path: string, page: Page) => {
    const menu = links.map((link) => ({ ...link, active: link.href === path ? 'page' : undefined }));
    return renderHtml(`docs/${template}.njk`, { ...page, homeUrl: guideUrl, guideUrl, menu, scripts: ['docs.js'] }, '');
  };
  const guide = (query: string) => ({
    title: query === '' ? document.info.title : `Operations about “${query}”`,
    query,
    summary: document.info.summary,
    file: `/openapi/${here.version}.json`,
    shell: shellLines(document, hasOwnAuthority),
    firstRequest: tags[0]?.operations[0]?.samples[0]?.source,
    sections: guideOf(document),
    tags: query === '' ? tags : search(tags, query),
    errorTypes: errorsOf(document),
  });
  const pageOf = (path: string, query: string): string | undefined => {
    if (path === guideUrl) return render('guide', path, guide(query));
    if (path === `${guideUrl}/objects`)
      return render('objects', path, { title: 'Objects', objects: objectsOf(document) });
    const tag = tags.find(({ slug }) => path === `${guideUrl}/${slug}`);
    return tag && render('tag', path, { title: tag.name, tag });
  };
  // Pages without a query are cached: they are the same for everybody.
  const kept = new Map(links.map(({ href }) => [href, prepareAnswer(HTML, pageOf(href, '') ?? '')]));
  return (path: string, query: string) => (query === '' ? kept.get(path) : pageOf(path, query));
}

/** Registers in a scope that `portalPlugin` has prepared. */
export function docsPortal(app: FastifyInstance, options: DocsOptions): void {
  for (const here of options.interfaces) {
    let pages: Promise<ReturnType<typeof pagesOf>> | undefined;
    for (const url of [here.path, `${here.path}/:tag`]) {
      app.get<{ Querystring: { q?: string | string[] } }>(url, openToAnyone, async (request, reply) => {
        pages ??= here.document().then((document) => pagesOf(options, here, resolved(document)));
        const [path = ''] = request.url.replace(/\/$/, '').split('?', 1);
        const page = (await pages)(path, [request.query.q ?? ''].flat().join(' ').trim().slice(0, 100));
        if (page === undefined) throw new Refusal('not_found');
        if (typeof page !== 'string') return sendPrepared(request, reply, page);
        return reply.type(HTML).header('cache-control', 'no-cache').send(page);
      });
    }
  }
}
