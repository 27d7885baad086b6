// The settings of an account about purchase orders; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

export const purchaseOrderSettings = {
  purchaseOrderRequired: {
    group: 'invoices',
    isOwn: true,
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'A purchase order is demanded',
    hint: 'Yes demands one where the client orders in the portal. The interfaces and the desk take orders without one: they stand under Purchase orders until somebody gives it.',
  },
  invoiceByPurchaseOrder: {
    group: 'invoices',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'An invoice for each purchase order',
    hint: 'Yes issues one for the orders of each purchase order, with its number, and one for those of none. With an invoice for each subsidiary, each purchase order of each has its own.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
