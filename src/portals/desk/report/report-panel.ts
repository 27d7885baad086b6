// What a panel is that another part of the desk adds to the page of a report or an order.
import type { Ctx } from '../../../context.ts';
import type { OpenedOrder, OpenedReport } from '../../../features/cases/screening-actions.ts';
import type { UserOf } from '../../shared/shell.ts';

export type PanelPlace = 'work' | 'actions' | 'more' | 'facts' | 'evidence' | 'outcome' | 'below';

export interface ReportPanel {
  /** In the head of the page: its line, its buttons or their menu; or with the facts, the evidence or the outcome, or below. */
  readonly place: PanelPlace;
  /** Shows what `model` returns, as `panel`. */
  readonly template: string;
  /** Undefined if the panel is not shown. */
  model(ctx: Ctx, opened: OpenedReport, user: UserOf<'desk'>): object | undefined | Promise<object | undefined>;
}

/** Says something of the whole order, also on its own page; the report is the one whose addresses it uses. */
export interface OrderPanel extends Pick<ReportPanel, 'place' | 'template'> {
  model(
    ctx: Ctx,
    opened: OpenedOrder & Pick<OpenedReport, 'report'>,
    user: UserOf<'desk'>,
  ): object | undefined | Promise<object | undefined>;
}

export interface ShownPanel {
  readonly template: string;
  readonly panel: object;
}

/** Those of the panels that have something to say, in their order. */
export async function shownPanels(
  ctx: Ctx,
  among: readonly OrderPanel[],
  opened: OpenedOrder & Pick<OpenedReport, 'report'>,
  user: UserOf<'desk'>,
): Promise<readonly ShownPanel[]> {
  const models = await Promise.all(among.map(({ model }) => model(ctx, opened, user)));
  return among.flatMap(({ template }, index) => {
    const panel = models[index];
    return panel === undefined ? [] : [{ template, panel }];
  });
}
