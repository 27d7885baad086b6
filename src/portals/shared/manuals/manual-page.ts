// The document of the client portal or of the desk, by who reads it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderPage } from '../page-renderer.ts';
import type { Pages } from '../shell.ts';
import { manuals, readManual } from './manual-text.ts';

export function manualPage(pages: Pages<'client' | 'desk'>): void {
  pages.get(
    '/help/manual',
    { permission: 'sign_in' },
    async (request: FastifyRequest, reply: FastifyReply, { kind }) => {
      const { html, chapters } = await readManual(kind);
      return renderPage(request, reply, 'shared/manuals/manual.njk', { title: manuals[kind].title, html, chapters });
    },
  );
}
