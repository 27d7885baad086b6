// The addresses of the register of breaches.
export const breachesPath = '/desk/breaches';
export const breachHref = (id: string): string => `${breachesPath}/${id}`;
