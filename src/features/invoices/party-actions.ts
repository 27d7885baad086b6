// The two sides of an invoice as they are when it is issued: the operator, and the client.
import type { Settings } from '../../config.ts';
import type { AccountRow } from '../accounts/account-actions.ts';
import { linesIn } from '../accounts/account-setting.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import type { Buyer, Seller } from './invoice.ts';

export const sellerOf = (settings: Settings): Seller => ({
  name: settings.operatorName ?? '',
  address: settings.operatorAddress,
  vatNumber: settings.operatorVatNumber,
  payment: settings.paymentDetails,
});

/** The facts about the buyer that decide the VAT. A credit note takes them from its invoice, and not from the account as it is now. */
export type BuyerVat = Pick<Buyer, 'vatNumber' | 'country' | 'isReverseCharge'>;

export const buyerVatOf = ({ vatNumber = '', country = '', isReverseCharge = false }: Buyer): BuyerVat => ({
  ...{ vatNumber, country, isReverseCharge },
});

export const buyerOf = (
  account: AccountRow,
  settings: AccountSettings,
  {
    subsidiary,
    purchaseOrder,
    creditedVat,
  }: Pick<Buyer, 'subsidiary' | 'purchaseOrder'> & { readonly creditedVat?: BuyerVat },
): Buyer => ({
  account: account.name,
  subsidiary,
  purchaseOrder,
  address: linesIn(settings.billingAddress),
  email: settings.billingEmail,
  reference: settings.accountingReference,
  department: settings.accountingDepartment,
  vatNumber: settings.vatNumber,
  country: settings.vatCountry,
  isReverseCharge: settings.reverseCharge,
  ...creditedVat,
});
