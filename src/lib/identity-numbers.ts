// The form of identification numbers, as the interface or their issuer prescribes it.

/** The last four digits, or the full number as xxx-xx-xxxx (interface §ID number). */
export function isSsn(text: string): boolean {
  return /^(?:\d{4}|\d{3}-\d{2}-\d{4})$/.test(text);
}

// gov.uk, National Insurance Manual NIM39110.
const nationalInsuranceNumber = /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/;

/** `QQ123456C` for `qq 12 34 56 c`: people write it in pairs and in any case. Undefined for anything else. */
export function nationalInsuranceNumberOf(text: string): string | undefined {
  if (text.length > 20) return undefined;
  const number = text.replaceAll(' ', '').toUpperCase();
  return nationalInsuranceNumber.test(number) ? number : undefined;
}
