// A form as it is opened: by anybody with the link, and by a device that gave the code.
import type { Caller, OrderScope } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { Order } from '../checks/check.ts';
import type { CheckLink } from '../checks/check-links.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { FormScope } from './form-page.ts';
import type { SavedAnswers } from './form-page-rules.ts';

/** What anybody with the link may know: nothing of the candidate. */
export interface FormFront {
  readonly link: CheckLink;
  readonly caller: Caller & OrderScope;
  readonly accountName: string;
  readonly status: CheckState;
  readonly isSubmitted: boolean;
  readonly types: readonly ReportType[];
  readonly scope: FormScope;
}

/** What a device that gave the code sees. */
export interface OpenForm extends FormFront {
  readonly applicantId: string;
  readonly key: DataKey;
  readonly order: Order;
  readonly saved: SavedAnswers;
  /** Where the session was prolonged: the cookie is to be set again. */
  readonly isProlonged: boolean;
}
