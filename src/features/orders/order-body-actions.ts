// Reads the body of an order with the account's agreements and the name servers' answers, for validating and
// submitting.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { demand, mayDo, type Permission } from '../access/permissions.ts';
import { homeOf, scopeOf } from '../access/scope-rules.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readEndedSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { domainRegistration } from '../checks/email-domain-actions.ts';
import { homeCountryOf } from '../checks/job-country-rules.ts';
import type { OrderedReport } from '../checks/ordered-report-rules.ts';
import { orderStopsBy } from '../checks/stopped-order-actions.ts';
import { areOrdersStopped } from '../checks/stopped-order-rules.ts';
import { refusedUnpriced } from '../checks/unpriced-actions.ts';
import { urgentTermsIn } from '../checks/urgent-actions.ts';
import { isOfferedTo, listPackages } from '../report-types/agreement-actions.ts';
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
  const [packages, jobRoles, available, settings, endedSubsidiaries] = await Promise.all([
    listPackages(ctx, accountId),
    listJobRoles(ctx, accountId),
    listAvailableTypes(ctx, accountId),
    readAccountSettings(ctx, accountId),
    readEndedSubsidiaries(ctx, accountId),
  ]);
  const availableTypes = availableById(available);
  return {
    ...(await orderStopsBy(ctx, accountId, settings)),
    packagesOnly: settings.packagesOnly,
    endedSubsidiaries,
    homeCountry: homeCountryOf(settings),
    fcraCertified: settings.fcraCertified,
    /** Undefined if no order of the account may be urgent. */
    urgent: urgentTermsIn(settings),
    packages,
    jobRoles,
    availableTypes,
    refusedUnpriced: await refusedUnpriced(ctx, accountId, availableTypes),
  };
}

export type Orderable = Awaited<ReturnType<typeof readOrderable>>;

/** Whether somebody orders packages alone. The program, the desk, API keys and administrators order single reports, too. */
export function isHeldToPackages(
  { permissions = [], keyId }: Caller,
  { packagesOnly }: { readonly packagesOnly: boolean },
): boolean {
  const may = (permission: Permission) => mayDo({ permissions }, permission);
  return packagesOnly && keyId === undefined && may('order_checks') && !may('manage_users');
}

/** As far as somebody may order it. */
export async function readOrderableBy(ctx: Ctx, caller: Caller): Promise<Orderable> {
  demand(caller, 'order_checks', 'order_for_clients', 'read_agreement');
  const all = await readOrderable(ctx, caller.accountId);
  return {
    ...all,
    packages: all.packages.filter((pack) => isOfferedTo(caller, pack)),
    packagesOnly: isHeldToPackages(caller, all),
  };
}

/** As far as it is offered to a subsidiary, or to the whole account for null. */
export async function readOrderableOf(ctx: Ctx, accountId: string, subsidiaryId: string | null): Promise<Orderable> {
  const all = await readOrderable(ctx, accountId);
  return { ...all, packages: all.packages.filter((pack) => isOfferedTo(scopeOf(subsidiaryId), pack)) };
}

/** The price of a package, if it has one, replaces the prices of its reports; what is ordered besides has its own. */
function pricedReports(
  { reports, packed, packageId }: OrderCommand,
  { packages, availableTypes }: Orderable,
): OrderedReport[] {
  const pack = packages.find(({ id }) => id === packageId);
  if (pack === undefined || pack.price_pence === null) return [...reports];
  const shares = spreadPrice(
    pack.price_pence,
    reports.slice(0, packed).map(({ type }) => availableTypes.get(type.id)?.pricePence ?? null),
  );
  return reports.map((report, at) =>
    at < packed ? { ...report, inPackage: { name: pack.name, part: at + 1, pricePence: shares[at]! } } : report,
  );
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
  const agreed = orderable ?? (await readOrderableBy(ctx, caller));
  const today = todayFor(ctx, caller);
  const { email } = factsOf(body.Candidate ?? {});
  const registration = emailFaults(email).length === 0 ? await domainRegistration(ctx, caller, email) : 'registered';
  if (registration === 'unregistered') {
    problems.add(bodyPathOf('email', []), apiSentence({ code: 'domain_not_registered' }));
  }
  if (areOrdersStopped(agreed, caller.environment)) problems.add('Checks', problemSentence('orders_stopped'));
  const pack = agreed.packages.find(({ id }) => id === body.PackageId);
  if (pack !== undefined && !isOfferedTo(caller, pack)) problems.add('PackageId', problemSentence('package_of_others'));
  const ordersSingle = (body.PackageId ?? null) === null || (body.Checks ?? []).length > 0;
  if (isHeldToPackages(caller, agreed) && ordersSingle && !problems.has('PackageId')) {
    problems.add('Checks', problemSentence('packages_only'));
  }
  if (agreed.endedSubsidiaries.has(homeOf(caller) ?? '')) {
    problems.add('Checks', problemSentence('subsidiary_ended'));
  }
  const combines = caller.keyId === undefined;
  const nameForm = combines ? 'papers' : 'interface';
  const command = orderCommand(body, { entry, agreed, today, nameForm, combines }, problems);
  if (command === undefined) return undefined;
  const notes = registration === 'unknown' ? [...command.notes, 'email_domain_not_looked_up'] : command.notes;
  return { ...command, reports: pricedReports(command, agreed), agreed: agreed.availableTypes, notes };
}
