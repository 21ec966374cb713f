import { testSecret } from './secret';

// Workers of a test say what they do in the database; their log would only bury the test's own words.
process.env.LOG_LEVEL ??= 'silent';
process.env.INTERLOCK_SECRET = testSecret;
