// Reads the body of an order with the account's agreements and the name servers' answers, for validating and
// submitting.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { domainRegistration } from '../checks/email-domain-actions.ts';
import type { OrderedReport } from '../checks/ordered-report-rules.ts';
import { areOrdersStopped } from '../checks/stopped-order-rules.ts';
import { refusedUnpriced } from '../checks/unpriced-actions.ts';
import { urgentTermsIn } from '../checks/urgent-actions.ts';
import { listPackages } from '../report-types/agreement-actions.ts';
import { type AvailableById, availableById, listAvailableTypes } from '../report-types/availability-actions.ts';
import { spreadPrice } from '../report-types/package-price-rules.ts';
import { listJobRoles } from '../report-types/report-type-actions.ts';
import { bodyPathOf, factsOf } from './candidate-body-rules.ts';
import type { OrderBody, OrderEntry } from './order-body.ts';
import { type OrderCommand, orderCommand } from './order-body-rules.ts';

/** An order with what the account agreed about its types. */
export interface AgreedOrder extends OrderCommand {
  readonly agreed: AvailableById;
}

/** What the account may order, and whether it may order now: packages, job roles, and report types with their prices. */
export async function readOrderable(ctx: Ctx, accountId: string) {
  const [packages, jobRoles, available, settings] = await Promise.all([
    listPackages(ctx, accountId),
    listJobRoles(ctx, accountId),
    listAvailableTypes(ctx, accountId),
    readAccountSettings(ctx, accountId),
  ]);
  const availableTypes = availableById(available);
  return {
    acceptOrders: settings.acceptOrders,
    /** Undefined if no order of the account may be urgent. */
    urgent: urgentTermsIn(settings),
    packages,
    jobRoles,
    availableTypes,
    refusedUnpriced: await refusedUnpriced(ctx, accountId, availableTypes),
  };
}

export type Orderable = Awaited<ReturnType<typeof readOrderable>>;

/** The price of a package, if it has one, replaces the prices of its reports. */
function pricedReports({ reports, packageId }: OrderCommand, { packages, availableTypes }: Orderable): OrderedReport[] {
  const pack = packages.find(({ id }) => id === packageId);
  if (pack === undefined || pack.price_pence === null) return [...reports];
  const shares = spreadPrice(
    pack.price_pence,
    reports.map(({ type }) => availableTypes.get(type.id)?.pricePence ?? null),
  );
  return reports.map((report, at) => ({
    ...report,
    inPackage: { name: pack.name, part: at + 1, pricePence: shares[at]! },
  }));
}

interface ReadBody {
  readonly body: OrderBody;
  /** The problems of the body's shape; `readOrder` adds the others. */
  readonly problems: Problems;
}

/** The order to create; undefined if `problems` has any. @param orderable if known already */
export async function readOrder(
  ctx: Ctx,
  caller: Caller,
  entry: OrderEntry,
  { body, problems }: ReadBody,
  orderable?: Orderable,
): Promise<AgreedOrder | undefined> {
  demand(caller, 'order_checks', 'order_for_clients');
  const agreed = orderable ?? (await readOrderable(ctx, caller.accountId));
  const today = todayFor(ctx, caller);
  const { email } = factsOf(body.Candidate ?? {});
  const registration = emailFaults(email).length === 0 ? await domainRegistration(ctx, caller, email) : 'registered';
  if (registration === 'unregistered') {
    problems.add(bodyPathOf('email', []), apiSentence({ code: 'domain_not_registered' }));
  }
  if (areOrdersStopped(agreed, caller.environment)) problems.add('Checks', problemSentence('orders_stopped'));
  const command = orderCommand(body, { entry, agreed, today }, problems);
  if (command === undefined) return undefined;
  const notes = registration === 'unknown' ? [...command.notes, 'email_domain_not_looked_up'] : command.notes;
  return { ...command, reports: pricedReports(command, agreed), agreed: agreed.availableTypes, notes };
}
