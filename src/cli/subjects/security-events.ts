// `probity security-events`: sign-ins, refusals, wrong codes and changes of authority, to read or to export.
import { exportSecurityEvents, type ListedSecurityEvent } from '../../features/lists/security-event-list-actions.ts';
import { securityEventTypes } from '../../features/security-events/security-event-types.ts';
import { actorOf, subjectOf } from '../../portals/shared/security-events/security-event-words.ts';
import { describing } from '../subject-command.ts';
import { findAccountId, isoTime, type LookedAfter, refusalOf, textIn } from './subject.ts';

const listedAtMost = 100_000;

export const securityEvents: LookedAfter = {
  section: 'security_events',
  elsewhere: 'With --json the list is complete, for a program that keeps or analyses it; each export is an event too.',
  verbs: {
    list: {
      summary: 'list them, newest first, at most 100,000',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['id', 'actor', 'onBehalfOf', 'key', 'session', 'detail'],
      fields: [
        { name: 'since', kind: 'time', required: true, meaning: 'at this time or later' },
        { name: 'until', kind: 'time', meaning: 'and before this time' },
        { name: 'type', kind: 'text', meaning: 'of one type, such as key.revoked; any other word lists them all' },
        { name: 'account', kind: 'text', meaning: 'name or id of one account; without it, of all and of the desk' },
      ],
      async run(ctx, _accountId, entry) {
        const type = textIn(entry, 'type') ?? undefined;
        if (type !== undefined && !Object.hasOwn(securityEventTypes, type))
          throw refusalOf('type', `must be one of ${Object.keys(securityEventTypes).join(', ')}`);
        const account = textIn(entry, 'account');
        const until = textIn(entry, 'until');
        const accounts = account === null ? 'all' : [await findAccountId(ctx, account)];
        const scope = { by: 'system', accounts, isOwnAccount: false } as const;
        const batches = await exportSecurityEvents(ctx, scope, {
          since: new Date(String(entry.since)),
          until: until === null ? undefined : new Date(until),
          type,
        });
        const rows: ListedSecurityEvent[] = [];
        for await (const batch of batches) {
          rows.push(...batch);
          if (rows.length >= listedAtMost) break;
        }
        return rows.map((row) => ({
          id: row.id,
          at: isoTime(row.occurred_at),
          type: row.type,
          means: securityEventTypes[row.type].sentence,
          about: subjectOf(row),
          who: actorOf(row),
          count: row.count,
          account: row.account_id,
          environment: row.environment,
          actor: row.actor,
          onBehalfOf: row.on_behalf_of,
          key: row.key_id,
          session: row.session_id,
          address: row.address,
          detail: JSON.stringify(row.detail),
        }));
      },
    },
  },
};

export const describe = describing(securityEvents);
