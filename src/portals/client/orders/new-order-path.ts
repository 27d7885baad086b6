// Where a client orders a check.
export const newOrderPath = '/portal/orders/new';
