// The reference pages of each interface: a guide, and a page for each group of operations; open to everybody.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { openToAnyone } from '../../platform/http/route-access.ts';
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
  readonly guideUrl: string;
  readonly file: string;
  readonly summary: string;
  readonly shell: string;
  readonly firstRequest: string;
  readonly sections: readonly GuideSection[];
  readonly tags: readonly TagView[];
  readonly errorTypes: readonly ErrorView[];
}

interface TagModel extends PageModel {
  readonly guideUrl: string;
  readonly tag: TagView;
}

export interface DocumentedInterface {
  readonly version: 'v1' | 'v2';
  /** Of its guide; the pages of its tags are below. */
  readonly path: string;
  /** Loaded when the first page is asked for. */
  readonly document: () => Promise<unknown>;
}

export interface DocsOptions {
  readonly interfaces: readonly DocumentedInterface[];
  /** Whether we are certified by an authority of our own, which clients do not know. */
  readonly hasOwnAuthority: boolean;
}

function shellLines(base: string, hasOwnAuthority: boolean): string {
  const authority = hasOwnAuthority ? 'var/tls/authority.pem' : '/etc/ssl/certs/ca-certificates.crt';
  return [`BASE=${base}`, 'KEY=test_…', `CA=${authority}`].join('\n');
}

interface Place {
  readonly here: DocumentedInterface;
  readonly others: readonly DocumentedInterface[];
}

function navigation({ here, others }: Place, tags: readonly TagView[], active: string) {
  const items = [
    { text: 'Guide', href: here.path },
    ...tags.map(({ name, slug }) => ({ text: name, href: `${here.path}/${slug}` })),
    ...others.map(({ version, path }) => ({ text: `Interface ${version}`, href: path })),
  ];
  return items.map((item) => ({ ...item, active: item.href === active }));
}

/** Path → page: they are the same for everybody. */
function renderAll(place: Place, document: OpenApi, hasOwnAuthority: boolean): ReadonlyMap<string, string> {
  const { path: guideUrl, version } = place.here;
  const tags = tagViews(document);
  const frame = (active: string) => ({ homeUrl: guideUrl, guideUrl, navigation: navigation(place, tags, active) });
  const guide: GuideModel = {
    ...frame(guideUrl),
    title: document.info.title,
    summary: document.info.summary,
    file: `/openapi/${version}.json`,
    shell: shellLines(document.servers[0]?.url ?? '', hasOwnAuthority),
    firstRequest: tags[0]?.operations[0]?.curl ?? '',
    sections: guideOf(document),
    tags,
    errorTypes: errorViews(document),
  };
  const pages = tags.map((tag) => {
    const path = `${guideUrl}/${tag.slug}`;
    const model: TagModel = { ...frame(path), title: tag.name, tag };
    return [path, renderHtml('docs/tag.njk', model, '')] as const;
  });
  return new Map([[guideUrl, renderHtml('docs/guide.njk', guide, '')], ...pages]);
}

/** Registers in a scope that `portalPlugin` has prepared. */
export function docsPortal(app: FastifyInstance, { interfaces, hasOwnAuthority }: DocsOptions): void {
  for (const here of interfaces) {
    const others = interfaces.filter((one) => one !== here);
    let rendered: Promise<ReadonlyMap<string, string>> | undefined;
    const send = async (path: string, reply: FastifyReply) => {
      rendered ??= here.document().then((given) => renderAll({ here, others }, given as OpenApi, hasOwnAuthority));
      const page = (await rendered).get(path);
      if (page === undefined) throw new Refusal('not_found');
      return reply.type(HTML).header('cache-control', 'no-cache').send(page);
    };
    app.get(here.path, openToAnyone, (_request, reply) => send(here.path, reply));
    app.get<{ Params: { tag: string } }>(`${here.path}/:tag`, openToAnyone, (request, reply) =>
      send(`${here.path}/${request.params.tag}`, reply),
    );
  }
}
