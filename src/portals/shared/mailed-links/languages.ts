// The language of whoever holds a mailed link: English or Welsh, where it is offered to them.
import type { FastifyRequest } from 'fastify';
import { isSpokenLanguage, type SpokenLanguage, speaking } from '../../../messages/spoken-language.ts';

const names = { en: 'English', cy: 'Cymraeg' } as const satisfies Readonly<Record<SpokenLanguage, string>>;

interface Languages {
  readonly spoken: SpokenLanguage;
  /** The first page of the link. */
  readonly base: string;
}

const known = new WeakMap<FastifyRequest, Languages>();

/** Call it when the link is found and Welsh is offered: its pages are then in this language, and offer the other. */
export const nameLanguages = (request: FastifyRequest, languages: Languages): void => {
  known.set(request, languages);
};

export const languageOf = (request: FastifyRequest): SpokenLanguage => known.get(request)?.spoken ?? 'en';

/** What the request asks to be spoken to in; undefined if it asks nothing. */
export function chosenLanguage({ query }: FastifyRequest): SpokenLanguage | undefined {
  const { language } = query as Readonly<Record<string, unknown>>;
  return isSpokenLanguage(language) ? language : undefined;
}

/** Whoever comes from a page in Welsh names it in the address: nobody knows yet who they are. @param base the page itself */
export function inAskedLanguage<T>(request: FastifyRequest, base: string, work: () => Promise<T>): Promise<T> {
  const spoken = chosenLanguage(request);
  if (spoken !== undefined) nameLanguages(request, { spoken, base });
  return speaking(languageOf(request), work);
}

/** The links between the languages; undefined where only one is offered. An answer to a form leads to the page of the same address. */
export function languagesOf(request: FastifyRequest) {
  const languages = known.get(request);
  if (languages === undefined) return undefined;
  const { routeOptions, server, url } = request;
  const isPage = server.hasRoute({ method: 'GET', url: routeOptions.url ?? '' });
  const here = new URL(isPage ? url : languages.base, 'https://here.invalid');
  return (['en', 'cy'] as const).map((code) => {
    here.searchParams.set('language', code);
    return { code, name: names[code], href: `${here.pathname}${here.search}`, isSpoken: code === languages.spoken };
  });
}
