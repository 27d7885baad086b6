// Where interface v1 is served: it has no staging path, the key's environment decides.
export const v1Base = '/api/v1';
