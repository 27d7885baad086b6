// The lawful basis, the recipients and the transfers abroad by kind of report, as candidates and clients read them.

import { type ChosenLaw, lawRows } from '../../../features/report-types/lawful-basis.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { transfersOf } from '../../../features/report-types/transfer-rules.ts';
import { sayText } from '../../../messages/say.ts';
import { countryName } from '../fact-fields/country-choices.ts';

/** What of a report type the law looks at. */
export type LawOf = Pick<ReportType, 'area' | 'country'>;

export function lawModel(types: readonly LawOf[], chosen: ChosenLaw, account: string) {
  const transfers = transfersOf(types);
  const countriesBy = (safeguard: (typeof transfers)[number]['safeguard']) =>
    transfers.filter((one) => one.safeguard === safeguard).map(({ country }) => countryName(country));
  return {
    laws: lawRows(
      types.map(({ area }) => area),
      chosen,
    ).map(({ area, bases, recipients, condition }) => ({
      area: sayText(area),
      bases: bases.map((one) => sayText(one, { account, condition: sayText(condition) })),
      recipients: sayText(recipients),
    })),
    abroad: { adequate: countriesBy('adequacy').join('; '), exception: countriesBy('exception').join('; ') },
  };
}
