// The reference pages of the API: a guide, and a page for each group of operations; open to everybody.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { HTML, type PageModel, renderHtml } from '../shared/page-renderer.ts';
import {
  type ErrorView,
  errorViews,
  type GuideSection,
  guideOf,
  type OpenApi,
  type TagView,
  tagViews,
} from './reference.ts';

interface GuideModel extends PageModel {
  readonly summary: string;
  readonly shell: string;
  readonly firstRequest: string;
  readonly sections: readonly GuideSection[];
  readonly tags: readonly TagView[];
  readonly errorTypes: readonly ErrorView[];
}

interface TagModel extends PageModel {
  readonly tag: TagView;
}

export interface DocsOptions {
  /** Loaded when the first page is asked for. */
  readonly document: () => Promise<unknown>;
  /** Whether we are certified by an authority of our own, which clients do not know. */
  readonly hasOwnAuthority: boolean;
}

const GUIDE = '/docs';

function shellLines(staging: string, hasOwnAuthority: boolean): string {
  const authority = hasOwnAuthority ? 'var/tls/authority.pem' : '/etc/ssl/certs/ca-certificates.crt';
  return [`BASE=${staging}`, 'KEY=test_…', `CA=${authority}`].join('\n');
}

const navigation = (tags: readonly TagView[], active: string) =>
  [{ text: 'Guide', href: GUIDE }, ...tags.map(({ name, slug }) => ({ text: name, href: `${GUIDE}/${slug}` }))].map(
    (item) => ({ ...item, active: item.href === active }),
  );

/** Path → page: they are the same for everybody. */
function renderAll(document: OpenApi, hasOwnAuthority: boolean): ReadonlyMap<string, string> {
  const tags = tagViews(document);
  const frame = (active: string) => ({ homeUrl: GUIDE, navigation: navigation(tags, active) });
  const guide: GuideModel = {
    ...frame(GUIDE),
    title: document.info.title,
    summary: document.info.summary,
    shell: shellLines(document.servers.at(-1)?.url ?? '', hasOwnAuthority),
    firstRequest: tags[0]?.operations[0]?.curl ?? '',
    sections: guideOf(document),
    tags,
    errorTypes: errorViews(document),
  };
  const pages = tags.map((tag) => {
    const path = `${GUIDE}/${tag.slug}`;
    const model: TagModel = { ...frame(path), title: tag.name, tag };
    return [path, renderHtml('docs/tag.njk', model, '')] as const;
  });
  return new Map([[GUIDE, renderHtml('docs/guide.njk', guide, '')], ...pages]);
}

/** Registers in a scope that `portalPlugin` has prepared. */
export function docsPortal(app: FastifyInstance, { document, hasOwnAuthority }: DocsOptions): void {
  let rendered: Promise<ReadonlyMap<string, string>> | undefined;
  const send = async (path: string, reply: FastifyReply) => {
    rendered ??= document().then((given) => renderAll(given as OpenApi, hasOwnAuthority));
    const page = (await rendered).get(path);
    if (page === undefined) throw new Refusal('not_found');
    return reply.type(HTML).header('cache-control', 'no-cache').send(page);
  };
  app.get(GUIDE, (_request, reply) => send(GUIDE, reply));
  app.get<{ Params: { tag: string } }>(`${GUIDE}/:tag`, (request, reply) =>
    send(`${GUIDE}/${request.params.tag}`, reply),
  );
}
