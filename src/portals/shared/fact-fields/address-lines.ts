// Formats an address as lines, as on an envelope; unknown parts are left out.
import { say } from '../../../messages/say.ts';
import { countryName } from './country-choices.ts';

export function addressLines(values: Readonly<Record<string, unknown>>): string[] {
  const text = (name: string) => String(values[name] ?? '');
  const flat = text('flat_number');
  const isHome = ['', 'GBR'].includes(text('country'));
  return [
    /^\d+\w?$/.test(flat) ? say('Flat {number}', { number: flat }) : flat,
    text('building_name'),
    [text('building_number'), text('street')].filter(Boolean).join(' '),
    text('sub_street'),
    text('town'),
    text('county'),
    [text('state'), text('postcode')].filter(Boolean).join(' '),
    isHome ? '' : countryName(text('country')),
    values.no_fixed_address === true ? say('No fixed address') : '',
  ].filter((line) => line !== '');
}
