// The address of an order's page at the desk.

export const orderPath = '/desk/orders/:check_id';

export const orderHref = (checkId: string): string => `/desk/orders/${checkId}`;
