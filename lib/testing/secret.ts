/** The product's secret in tests. */
export const testSecret = 'a secret of tests, long enough for it';
