/** Request headers that proxy.ts sets for the page; what a client sends under these names is overwritten. */
export const nonceHeader = 'x-nonce';
export const pathHeader = 'x-interlock-path';
