// Makes the demo's work queue look like a working day: some reports are claimed or urgent, applications are under way, and the screener has saved views.
import type { Ctx } from '../context.ts';
import { keepRule } from '../features/assignments/assignment-actions.ts';
import { noRule } from '../features/assignments/assignment-rules.ts';
import { keepApplication } from '../features/cases/application-actions.ts';
import { claimReport } from '../features/cases/claim-actions.ts';
import type { Screener } from '../features/cases/screening-actions.ts';
import { changeWork } from '../features/cases/work-actions.ts';
import { saveView } from '../features/lists/saved-view-actions.ts';
import { findQueuedReports } from '../features/lists/work-queue-queries.ts';
import { isCriminalRecord } from '../features/report-types/report-type-rules.ts';
import { listTeams } from '../features/teams/team-actions.ts';
import { readOwnTakes } from '../features/training/training-actions.ts';
import { takesType } from '../features/training/training-rules.ts';
import { ukDateOf } from '../lib/uk-times.ts';

const views = [
  { name: 'Nobody has them yet', address: 'view=unassigned' },
  { name: 'Right to work, overdue', address: 'view=overdue&type=3' },
  { name: 'Waiting for a client', address: 'waiting=client' },
];

/** Of the reports that nobody worked on yet, some are claimed and some are urgent. */
export async function fillQueue(tx: Ctx, screener: Screener, reviewer: Screener): Promise<void> {
  const page = { view: 'unassigned', now: tx.now(), sort: 'due', offset: 0, limit: 100 } as const;
  // Who proposed an outcome may not take its approval.
  const filter = { environment: 'live', status: 'awaiting_data' } as const;
  const queued = await findQueuedReports(tx.db, screener, filter, page);
  const [screenerTakes, reviewerTakes] = [await readOwnTakes(tx, screener), await readOwnTakes(tx, reviewer)];
  for (const [index, { report_id, report_type_id: type }] of queued.entries()) {
    if (index % 4 === 1 && takesType(screenerTakes, type)) await claimReport(tx, screener, report_id);
    if (index % 8 === 2 && takesType(reviewerTakes, type)) await claimReport(tx, reviewer, report_id);
    if (index % 8 === 6) await changeWork(tx, screener, report_id, { priority: 1 });
  }
  const records = queued.filter(({ report_type_id: type }) => isCriminalRecord(type));
  for (const [index, stage] of (['received', 'police'] as const).entries()) {
    const report = records[index];
    if (report === undefined) continue;
    const application = { reference: `F000000000${index + 1}`, stage, lookedOn: ukDateOf(tx.now()), anyway: '' };
    await keepApplication(tx, screener, report.report_id, application, []);
  }
  for (const view of views) await saveView(tx, screener, view);
}

/** They assign what becomes ready from now on; what is nobody's already shows what they would do. */
export async function makeRules(tx: Ctx, leader: Screener, accountId: string): Promise<void> {
  const teams = new Map((await listTeams(tx, 'system')).map(({ id, name }) => [name, id]));
  const rule = { ...noRule, accountId };
  await keepRule(tx, leader, undefined, {
    ...{ ...rule, name: 'Urgent criminal records', reports: 'area:criminal_records', onlyUrgent: true },
    ...{ teamId: teams.get('Criminal records') ?? '', mostOpen: '' },
  });
  await keepRule(tx, leader, undefined, {
    ...{ ...rule, name: 'Right to work', reports: 'area:right_to_work' },
    ...{ teamId: teams.get('Identity and right to work') ?? '', mostOpen: '40' },
  });
}
