// Draws docs/states.md from the state tables: the moves between states, and the event that each stores.

import { permissionFor } from '../../../src/features/cases/screening-rules.ts';
import { checkMoveEvents, checkTable } from '../../../src/features/checks/check-states.ts';
import { type EventName, eventTypes } from '../../../src/features/events/event-types.ts';
import {
  type ReportMove,
  type ReportState,
  reportMoveEvents,
  reportTable,
} from '../../../src/features/reports/report-states.ts';
import { finalStates, type StateTable } from '../../../src/lib/state-table.ts';

interface Drawn {
  readonly title: string;
  readonly intro: string;
  readonly source: string;
  readonly start: string;
  readonly table: StateTable<string, string>;
  readonly events: Readonly<Record<string, EventName>>;
  /** The permission of the desk that the move needs from that state. */
  readonly permission?: (move: string, from: string) => string;
}

interface Move {
  readonly from: string;
  readonly move: string;
  readonly to: string;
}

function movesOf(table: Drawn['table']): Move[] {
  return Object.entries(table).flatMap(([from, moves]) =>
    Object.entries(moves).map(([move, to]) => ({ from, move, to: to! })),
  );
}

function diagram({ table, start }: Drawn): string {
  const between = new Map<string, string[]>();
  for (const { from, move, to } of movesOf(table)) {
    const arrow = `${from} --> ${to}`;
    between.set(arrow, [...(between.get(arrow) ?? []), move]);
  }
  const lines = [
    `[*] --> ${start}`,
    ...[...between].map(([arrow, moves]) => `${arrow}: ${moves.join(', ')}`),
    ...finalStates(table).map((state) => `${state} --> [*]`),
  ];
  return `\`\`\`mermaid\nstateDiagram-v2\n${lines.map((line) => `  ${line}\n`).join('')}\`\`\``;
}

function notifiedBy(event: EventName): string {
  const type: { readonly notifies: boolean; readonly subscribable?: true } = eventTypes[event];
  if (type.subscribable) return 'webhooks that name it, or name no events';
  return type.notifies ? 'webhooks that name no events' : 'the audit trail only';
}

function moveTable({ table, events, permission }: Drawn): string {
  const rows = movesOf(table).map(({ from, move, to }) => {
    const event = events[move]!;
    const needs = permission === undefined ? '' : ` \`${permission(move, from)}\` |`;
    return `| ${from} | ${move} | ${to} | \`${event}\` | ${notifiedBy(event)} |${needs}`;
  });
  const [head, line] = permission === undefined ? ['', ''] : [' At the desk needs |', '---|'];
  return [`| From | Move | To | Event | Notified |${head}`, `|---|---|---|---|---|${line}`, ...rows].join('\n');
}

function section(drawn: Drawn): string {
  const finals = finalStates(drawn.table).join(', ');
  return `## ${drawn.title}

${drawn.intro} Table: \`${drawn.source}\`. Final: ${finals}.

${diagram(drawn)}

${moveTable(drawn)}
`;
}

const drawn: readonly Drawn[] = [
  {
    title: 'Check',
    intro: 'Starts when a check is created. A check is ongoing until it is in a final state.',
    source: 'src/features/checks/check-states.ts',
    start: 'awaiting_applicant',
    table: checkTable,
    events: checkMoveEvents,
  },
  {
    title: 'Report',
    intro: 'Starts with its check.',
    source: 'src/features/reports/report-states.ts',
    start: 'awaiting_data',
    table: reportTable,
    events: reportMoveEvents,
    permission: (move, from) => permissionFor(move as ReportMove, from as ReportState),
  },
];

export function statesDocument(): string {
  return `# States

Printed from the state tables by \`npm run docs\`; do not edit. A move that is not in a table is refused.

${drawn.map(section).join('\n')}`;
}
