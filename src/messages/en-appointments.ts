// How a candidate and whoever examines them meet, and what the candidate reads about it, in English.

export const appointmentWays = {
  in_person: 'In person',
  video: 'By video call',
  telephone: 'By telephone',
} as const;

export type AppointmentWay = keyof typeof appointmentWays;

/** What a candidate reads of the times that are offered, unless the screener says something else. */
export const usualAppointmentText =
  'For one part of your check somebody has to meet you. Please choose the time that suits you best.';
