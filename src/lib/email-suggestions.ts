// Which address somebody meant whose domain is a slip away from one that very many have; pure.
import { editDistance } from './edit-distance.ts';

/** Short names are left out: another company is a letter away from them. */
const common = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.co.uk', 'outlook.com', 'yahoo.com', 'yahoo.co.uk'],
  ...['icloud.com', 'btinternet.com', 'virginmedia.com', 'talktalk.net', 'protonmail.com', 'ntlworld.com'],
  ...['blueyonder.co.uk', 'tiscali.co.uk', 'live.co.uk'],
];

/** They are a slip away from one above, and exist. */
const others = ['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'cloud.com'];

const nameOf = (domain: string) => domain.slice(0, domain.indexOf('.'));

/** Two slips are one too many where the name is right and only its ending is another, as of `hotmail.ca`. */
function isSlipOf(domain: string, meant: string): boolean {
  const slips = editDistance(domain, meant);
  return slips === 1 || (slips === 2 && nameOf(domain) !== nameOf(meant));
}

/** The whole address; undefined if nothing else is likelier. */
export function suggestedEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || common.includes(domain) || others.includes(domain)) return undefined;
  const [meant] = common
    .filter((one) => isSlipOf(domain, one))
    .toSorted((one, other) => editDistance(domain, one) - editDistance(domain, other));
  return meant === undefined ? undefined : `${email.slice(0, at)}@${meant}`;
}
