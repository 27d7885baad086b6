// The register of suppliers at the desk: its list, the page of a supplier with how it answers, and the form that changes it.

import type { FastifyReply } from 'fastify';
import { type Ctx, inTransaction } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { decideByChange } from '../../../features/access-reviews/access-review-actions.ts';
import {
  listSupplierInvoices,
  mayCheckInvoicesOf,
} from '../../../features/supplier-invoices/supplier-invoice-actions.ts';
import {
  keepSupplier,
  listSuppliers,
  readSupplierVersions,
  removeSupplier,
  type Supplier,
} from '../../../features/suppliers/supplier-actions.ts';
import {
  readSupplier,
  supplierFields,
  type TypedSupplier,
  typedSupplier,
} from '../../../features/suppliers/supplier-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { dataRoles, orderWays, safeguards, supplierKinds } from '../../../messages/en-suppliers.ts';
import { lower } from '../../shared/fact-labels.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { invoiceRow, invoicesHref } from '../supplier-invoices/invoice-words.ts';
import { figuresOfAll, supplierFigures } from './supplier-figures.ts';
import { supplierFile } from './supplier-file.ts';
import { supplierFilePath, supplierImport } from './supplier-import.ts';
import { countryNames, supplierHref, suppliersPath, typeNames } from './supplier-words.ts';

const notices = {
  kept: 'The supplier is saved.',
  removed: 'The supplier is not in the register any more. What was sent to it stays.',
};

const reading = { permission: 'read_suppliers' } as const;
const changing = { permission: 'manage_suppliers' } as const;
const idOf = ({ params }: FormRequest) => params.supplierId ?? '';

const typedIn = (request: FormRequest): TypedSupplier =>
  Object.fromEntries(
    supplierFields.map((field) => [field, typed(request, field).replaceAll('\r\n', '\n')]),
  ) as TypedSupplier;

const nothing = Object.fromEntries(supplierFields.map((field) => [field, ''])) as TypedSupplier;

const costText = ({ costPence }: Supplier) => (costPence === null ? undefined : inPounds(costPence));

function rowOf(one: Supplier, figures: Awaited<ReturnType<typeof figuresOfAll>>) {
  const { mean_cost_pence: mean, ...reached } = figures(one.id);
  return {
    ...{ reached, meanCost: mean === null ? undefined : inPounds(mean) },
    ...{ name: one.name, href: supplierHref(one.id), kind: supplierKinds[one.kind] },
    ...{ countries: countryNames(one.countries), types: typeNames(one.types), workingDays: one.workingDays },
    ...{ cost: costText(one), agreementUntil: one.agreementUntil, hasAgreementEnded: one.hasAgreementEnded },
  };
}

function listPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { ...reading, menu: 'Suppliers', menuGroup: 'management' } as const;
  async function show(request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
    const [suppliers, figures] = await Promise.all([listSuppliers(ctx, authorityOf(user)), figuresOfAll(ctx, user)]);
    return renderPage(request, reply, 'desk/suppliers/suppliers.njk', {
      title: 'Suppliers',
      done: noticeIn(request, notices),
      rows: suppliers.map((one) => rowOf(one, figures)),
      ended: suppliers.filter((one) => one.hasAgreementEnded).length,
      newHref: mayDo(user, 'manage_suppliers') ? `${suppliersPath}/new` : undefined,
      filePath: supplierFilePath,
      errors,
    });
  }
  pages.get(suppliersPath, options, (request: FormRequest, reply, user) => show(request, reply, user));
  supplierImport(pages, ctx, show);
}

function factsOf(one: Supplier) {
  return {
    ...one,
    kind: supplierKinds[one.kind],
    orderWay: lower(orderWays[one.orderBy]),
    cost: costText(one),
    dataRole: dataRoles[one.dataRole],
    safeguard: safeguards[one.safeguard],
    countries: countryNames(one.countries),
    types: typeNames(one.types),
    country: countryNames([one.country]),
  };
}

/** Undefined for who does not check them; without a link to load one for who does not see all accounts of the supplier. */
async function invoicesOf(ctx: Ctx, user: UserOf<'desk'>, supplierId: string) {
  if (!mayDo(user, 'check_supplier_invoices')) return undefined;
  if (!(await mayCheckInvoicesOf(ctx, user, supplierId))) return { rows: [] };
  const found = await listSupplierInvoices(ctx, user, supplierId);
  return { rows: found.map(invoiceRow), newHref: `${invoicesHref(supplierId)}/new` };
}

function supplierPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(`${suppliersPath}/:supplierId`, reading, async (request: FormRequest, reply, user) => {
    const versions = await readSupplierVersions(ctx, authorityOf(user), idOf(request));
    const [newest] = versions;
    const href = supplierHref(newest.id);
    return renderPage(request, reply, 'desk/suppliers/supplier.njk', {
      title: newest.name,
      done: noticeIn(request, notices),
      supplier: factsOf(newest),
      href,
      versions: versions.slice(1).map(factsOf),
      ...(await supplierFigures(ctx, user, newest.id)),
      changeHref: mayDo(user, 'manage_suppliers') ? `${href}/change` : undefined,
      invoices: await invoicesOf(ctx, user, newest.id),
      sentOutHref: mayDo(user, 'send_out') ? `/desk/sent-out?supplier=${newest.id}` : undefined,
      removeAction: mayDo(user, 'manage_suppliers') && newest.isListed ? `${href}/remove` : undefined,
    });
  });

  pages.post(`${suppliersPath}/:supplierId/remove`, changing, async (request: FormRequest, reply, user) => {
    await inTransaction(ctx, async (tx) => {
      await removeSupplier(tx, authorityOf(user), idOf(request));
      await decideByChange(tx, authorityOf(user), null, { kind: 'supplier', id: idOf(request) });
    });
    return reply.redirect(`${suppliersPath}?done=removed`, 303);
  });
}

interface Form {
  readonly title: string;
  readonly backHref: string;
  readonly action: string;
  readonly typed: TypedSupplier;
  readonly version?: number;
  readonly errors?: FieldMessages | undefined;
}

const optionsOf = (words: Readonly<Record<string, string>>, chosen: string) => [
  { value: '', text: 'Choose', selected: chosen === '' },
  ...Object.entries(words).map(([value, text]) => ({ value, text, selected: value === chosen })),
];

const show = async (request: FormRequest, reply: FastifyReply, form: Form) =>
  renderPage(request, reply, 'desk/suppliers/supplier-form.njk', {
    ...form,
    kinds: optionsOf(supplierKinds, form.typed.kind),
    orderWays: optionsOf(orderWays, form.typed.order_by),
    dataRoles: optionsOf(dataRoles, form.typed.data_role),
    safeguards: optionsOf(safeguards, form.typed.safeguard),
  });

/** Saves what was typed, or returns what is wrong with it. */
async function keep(
  ctx: Ctx,
  user: UserOf<'desk'>,
  given: TypedSupplier,
  of?: { readonly id: string; readonly version: number },
): Promise<FieldMessages | undefined> {
  const { facts, problems } = readSupplier(given);
  if (problems.any) return problems.fields;
  try {
    await keepSupplier(ctx, authorityOf(user), facts, of);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return error.fields;
  }
}

function formPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const fresh = { title: 'Add a supplier', backHref: suppliersPath, action: `${suppliersPath}/new` };
  pages.get(`${suppliersPath}/new`, changing, (request: FormRequest, reply) =>
    show(request, reply, { ...fresh, typed: nothing }),
  );
  pages.post(`${suppliersPath}/new`, changing, async (request: FormRequest, reply, user) => {
    const given = typedIn(request);
    const errors = await keep(ctx, user, given);
    if (errors !== undefined) return show(request, reply.status(422), { ...fresh, typed: given, errors });
    return reply.redirect(`${suppliersPath}?done=kept`, 303);
  });

  const change = `${suppliersPath}/:supplierId/change`;
  const formOf = ({ id, name, version }: Supplier) => {
    const href = supplierHref(id);
    return { title: `Change ${name}`, backHref: href, action: `${href}/change`, version };
  };
  pages.get(change, changing, async (request: FormRequest, reply, user) => {
    const [newest] = await readSupplierVersions(ctx, authorityOf(user), idOf(request));
    return show(request, reply, { ...formOf(newest), typed: typedSupplier(newest) });
  });
  pages.post(change, changing, async (request: FormRequest, reply, user) => {
    const [newest] = await readSupplierVersions(ctx, authorityOf(user), idOf(request));
    const given = typedIn(request);
    const seen = typed(request, 'version');
    const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
    const errors = await keep(ctx, user, given, { id: newest.id, version });
    if (errors !== undefined) return show(request, reply.status(422), { ...formOf(newest), typed: given, errors });
    return reply.redirect(`${supplierHref(newest.id)}?done=kept`, 303);
  });
}

export function suppliersPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPage(pages, ctx);
  formPages(pages, ctx);
  supplierPage(pages, ctx);
  supplierFile(pages, ctx);
}
