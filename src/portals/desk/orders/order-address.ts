// The address of an order's page at the desk.

export const orderPath = '/desk/orders/:checkId';

export const orderHref = (checkId: string): string => `/desk/orders/${checkId}`;
