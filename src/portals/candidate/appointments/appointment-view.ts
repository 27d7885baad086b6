// An appointment as its candidate reads it.
import type { Appointment } from '../../../features/appointments/appointment.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { appointmentWays } from '../../../messages/en-appointments.ts';
import { sayFields, sayText } from '../../../messages/say.ts';

export const appointmentView = ({ id, way, place, bring, at, outcome }: Appointment) => ({
  ...{ id, place, bring, at, outcome },
  wayText: sayText(appointmentWays[way]),
});

/** What is wrong with the fields that `work` was given. */
export async function refusedFields(work: () => Promise<void>): Promise<FieldMessages | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'invalid_fields') return sayFields(error.fields);
    throw error;
  }
}
