// The webhooks of an account and what became of their notifications, for the desk that is asked why none arrived. The
// client alone adds and changes webhooks, because their secrets are its own.
import { mayDo } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { environmentIn, type WebhookPages, type WebhookRequest } from '../../shared/webhooks/webhook-place.ts';
import { type WebhookOptions, webhooksPages } from '../../shared/webhooks/webhooks-pages.ts';
import { orderHref } from '../orders/order-address.ts';
import { type AccountPages, type FormRequest, inAccountFrame } from './account-request.ts';

export const webhooksPage =
  (testFormats: WebhookOptions['testFormats']) =>
  (pages: AccountPages, ctx: WebhookOptions['ctx']): void => {
    const adds =
      (add: AccountPages['get']): WebhookPages['get'] =>
      (path, options, handle) =>
        add(`/webhooks${path}`, options, (request: FormRequest & WebhookRequest, reply, opened) => {
          const environment = environmentIn(request);
          const { account, user, by } = opened;
          const clockOffsetSeconds = environment === 'test' ? account.test_clock_offset_seconds : 0;
          return handle(request, reply, {
            caller: { ...by, accountId: account.id, environment, subsidiaryIds: null, clockOffsetSeconds },
            path: `${opened.path}/webhooks`,
            maySend: mayDo(user, 'send_notifications'),
            mayChange: false,
            orderHref,
            show: (template, page) =>
              renderPage(request, reply, `shared/webhooks/${template}`, {
                layout: 'desk/accounts/account-layout.njk',
                ...inAccountFrame(opened, { section: 'Webhooks', ...page }),
              }),
          });
        });
    webhooksPages({ get: adds(pages.get), post: adds(pages.post) }, { ctx, testFormats });
  };
