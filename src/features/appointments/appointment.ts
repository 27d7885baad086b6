// The type of an appointment: where and when a candidate is to come, and what came of it.
import type { Actor } from '../../context.ts';
import type { AppointmentWay } from '../../messages/en-appointments.ts';

/** What is written to the candidate: for them and the desk alone. */
export interface Meeting {
  readonly way: AppointmentWay;
  /** Name and address, or who calls whom; lines. */
  readonly place: string;
  /** What to bring or to know; lines, perhaps none. */
  readonly bring: string;
}

export const appointmentOutcomes = ['kept', 'missed', 'called_off'] as const;

export type AppointmentOutcome = (typeof appointmentOutcomes)[number];

export interface Appointment extends Meeting {
  readonly id: string;
  readonly checkId: string;
  readonly reportId: string;
  /** The query by which its times are offered; null where the candidate had agreed before. */
  readonly queryId: string | null;
  /** The candidate can still choose one of its times. */
  readonly isOffered: boolean;
  /** The first one first. */
  readonly times: readonly Date[];
  /** Null until a time is agreed. */
  readonly at: Date | null;
  /** Null while it is to come, or nobody has recorded it. */
  readonly outcome: AppointmentOutcome | null;
  /** Why it was called off; empty if nobody said. */
  readonly reason: string;
  readonly endedBy: Actor | null;
}
