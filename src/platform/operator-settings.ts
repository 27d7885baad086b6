// The settings that say who runs the service, on pages, in mails and on invoices.
import { asEmailAddress, asHttpsBase, asInteger, asLines, asName, setting } from './setting-readers.ts';

export const operatorSettings = {
  operatorName: setting({
    name: 'PROBITY_OPERATOR_NAME',
    meaning:
      'Name of the screening company: on top and at the foot of pages, under mails and in the PDF of results; by default they say Probity.',
    read: asName,
  }),
  contactEmail: setting({
    name: 'PROBITY_CONTACT_EMAIL',
    meaning:
      'Email address of the operator on the pages about help, privacy and accessibility; the name there is PROBITY_OPERATOR_NAME, else that of PROBITY_MAIL_FROM.',
    read: asEmailAddress,
  }),
  securityContact: setting({
    name: 'PROBITY_SECURITY_CONTACT',
    meaning:
      'Whom to tell of a weakness of this installation: an email address or an https:// address, for /.well-known/security.txt, which is not there without it.',
    read: (text) => (text.startsWith('https://') ? asHttpsBase(text) : asEmailAddress(text)),
  }),
  operatorAddress: setting({
    name: 'PROBITY_OPERATOR_ADDRESS',
    default: '',
    meaning:
      'Address of the screening company on invoices, its lines separated by semicolons. Nothing is invoiced without it and PROBITY_OPERATOR_NAME.',
    read: asLines,
    show: (lines) => lines.join('; '),
  }),
  operatorVatNumber: setting({
    name: 'PROBITY_OPERATOR_VAT_NUMBER',
    default: '',
    meaning: 'VAT number of the screening company on invoices; needed as soon as one charges VAT.',
    read: asName,
  }),
  paymentDetails: setting({
    name: 'PROBITY_PAYMENT_DETAILS',
    default: '',
    meaning: 'How clients pay, such as the bank account, printed on invoices; its lines are separated by semicolons.',
    read: asLines,
    show: (lines) => lines.join('; '),
  }),
  moneyApprovalPounds: setting({
    name: 'PROBITY_MONEY_APPROVAL_POUNDS',
    meaning:
      'Above this amount in a calendar month a second person approves what one person gives away of an account: credits, discounts, charges taken back, write-offs and what is paid back, all of them together. Without it nobody has to.',
    read: asInteger(0, 10_000_000),
  }),
  quoteMonths: setting({
    name: 'PROBITY_QUOTE_MONTHS',
    default: '12',
    meaning:
      'Months after which a quote is deleted with the names in it, counted from the day on which it expired, was declined or was replaced. One of which an account was made is kept until as long after that account is closed.',
    read: asInteger(1, 120),
  }),
  salesAccountCode: setting({
    name: 'PROBITY_SALES_ACCOUNT_CODE',
    default: '200',
    meaning: 'Account of your accounting software for sales, in the file of invoices for it.',
    read: asName,
  }),
};
