// The documents of the client portal and of the desk, for those who work there.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderPage } from '../page-renderer.ts';
import type { Pages } from '../shell.ts';
import { type ManualName, manuals, readManual } from './manual-text.ts';

const manualPath = (name: ManualName): string => `/help/${name}`;

export function manualPages(pages: { readonly [Name in ManualName]: Pages<Name> }): void {
  const show = (name: ManualName) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { html, chapters } = await readManual(name);
    const { title } = manuals[name];
    return renderPage(request, reply, 'shared/manuals/manual.njk', { title, html, chapters });
  };
  pages.client.get(manualPath('client'), { permission: 'sign_in' }, show('client'));
  pages.desk.get(manualPath('desk'), { permission: 'sign_in' }, show('desk'));
}
