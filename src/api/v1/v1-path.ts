// The base path of interface v1. It has no staging path: the key decides the environment.
export const v1Base = '/api/v1';
