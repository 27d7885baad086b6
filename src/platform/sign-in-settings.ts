// The settings of signing in: how long sessions last, and when users prove again who they are.
import { asInteger, asSome, setting } from './setting-readers.ts';

/** What a page or an action may declare to be worth a fresh proof of who the user is. */
const stepUpReasons = ['secrets', 'exports', 'roles', 'outcomes', 'erasure'] as const;

export type StepUpReason = (typeof stepUpReasons)[number];

export const signInSettings = {
  sessionIdleMinutes: setting({
    name: 'PROBITY_SESSION_IDLE_MINUTES',
    default: '120',
    meaning: 'After how many minutes without a request a session of a client user or a screener ends.',
    read: asInteger(10, 1440),
  }),
  sessionHours: setting({
    name: 'PROBITY_SESSION_HOURS',
    default: '12',
    meaning: 'After how many hours such a session ends in any case.',
    read: asInteger(1, 720),
  }),
  candidateSessionIdleMinutes: setting({
    name: 'PROBITY_CANDIDATE_SESSION_IDLE_MINUTES',
    default: '720',
    meaning: 'After how many minutes without a request a candidate needs a new code for their form.',
    read: asInteger(10, 10_080),
  }),
  candidateSessionHours: setting({
    name: 'PROBITY_CANDIDATE_SESSION_HOURS',
    default: '168',
    meaning: 'After how many hours a candidate needs a new code in any case.',
    read: asInteger(1, 2160),
  }),
  stepUpFor: setting({
    name: 'PROBITY_STEP_UP_FOR',
    default: 'secrets,exports,roles,erasure',
    meaning:
      'Before what users must prove again who they are: secrets, exports, roles, outcomes (with corrections of what a candidate stated), erasure. Changes of their own sign-in always ask.',
    read: asSome(...stepUpReasons),
    show: (reasons: readonly StepUpReason[]) => reasons.join(','),
  }),
  stepUpMinutes: setting({
    name: 'PROBITY_STEP_UP_MINUTES',
    default: '10',
    meaning: 'For how many minutes such a proof, or a sign-in, is enough.',
    read: asInteger(1, 720),
  }),
} as const;
