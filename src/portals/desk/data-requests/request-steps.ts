// What was done about a request, as its page lists it.
import type { NameActor } from '../../../features/accounts/actor-name-queries.ts';
import {
  type DataRequestStep,
  extensionReasons,
  outcomeText,
  recordedProofs,
  requestActs,
  toldWays,
} from '../../../features/data-requests/data-request.ts';
import { referralText } from './complaint-view.ts';

function textOf({ step, code }: DataRequestStep): string {
  switch (step) {
    case 'acknowledged':
      return 'The receipt was acknowledged';
    case 'referred':
      return referralText(code!);
    case 'identity_asked':
      return 'Asked to show who they are';
    case 'identity_confirmed':
      return `Identity confirmed: ${recordedProofs[code as keyof typeof recordedProofs]}`;
    case 'clarification_asked':
      return 'Asked what they mean';
    case 'clarified':
      return 'They said what they mean';
    case 'added':
      return 'They added to it';
    case 'extended':
      return `Two months longer: ${extensionReasons[code as keyof typeof extensionReasons]}`;
    case 'announced':
      return 'Told that they are going to be erased';
    case 'acted':
      return requestActs[code as keyof typeof requestActs];
    case 'closed':
      return outcomeText(code!);
  }
}

/** What they set off by asking on their own page is not done by them. */
const isByProgram = ({ step, by }: DataRequestStep) =>
  by === 'system' || (by === 'candidate' && (step === 'acknowledged' || step === 'identity_confirmed'));

export const stepRow = (step: DataRequestStep, nameOf: NameActor) => ({
  ...step,
  text: textOf(step),
  told: step.told && toldWays[step.told].toLowerCase(),
  by: isByProgram(step) ? 'the program' : nameOf(step.by).name,
});
