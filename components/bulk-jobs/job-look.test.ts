import { expect, it } from 'vitest';
import { jobLook } from './job-look';

const counts = { pending: 0, running: 0, done: 3, refused: 0, failed: 0, cancelled: 0 };

it('a job that is over looks done only where it was done everywhere', () => {
  expect(jobLook('done', counts)).toMatchObject({ tone: 'positive' });
  expect(jobLook('done')).toMatchObject({ tone: 'positive' });
  for (const some of [{ failed: 1 }, { refused: 1 }])
    expect(jobLook('done', { ...counts, ...some })).toMatchObject({ shape: 'attention', tone: 'caution' });
  expect(jobLook('running', { ...counts, failed: 1 })).toMatchObject({ tone: 'accent' });
});
