// The lawful basis and the recipients by kind of report, as candidates and clients read them.

import { type ChosenLaw, goesAbroad, lawRows } from '../../../features/report-types/lawful-basis.ts';
import type { Area } from '../../../features/report-types/report-type.ts';
import { sayText } from '../../../messages/say.ts';

export const lawModel = (areas: readonly Area[], chosen: ChosenLaw, account: string) => ({
  laws: lawRows(areas, chosen).map(({ area, bases, recipients, condition }) => ({
    area: sayText(area),
    bases: bases.map((one) => sayText(one, { account, condition: sayText(condition) })),
    recipients: sayText(recipients),
  })),
  goesAbroad: goesAbroad(areas),
});
