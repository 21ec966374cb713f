import { describe, expect, it } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { titledFacts } from './fact-titles';

const task = refund.steps.find(({ key }) => key === 'in_review');
const of = task?.type === 'USER_TASK' ? task.facts : [];

describe('titledFacts', () => {
  it('shows the title of the option that a field of the input holds', () => {
    expect(titledFacts(refund, [{ label: 'Reason given', value: 'not_delivered' }], of)).toEqual([
      { label: 'Reason given', value: 'Never arrived' },
    ]);
  });

  it.each([
    ['a field without options', { label: 'Customer', value: 'damaged' }],
    ['a value that is no option', { label: 'Reason given', value: 'whim' }],
    ['no text', { label: 'Reason given', value: null }],
    ['a fact that the definition does not name', { label: 'Mood', value: 'damaged' }],
  ])('leaves %s as it is', (_, fact) => {
    expect(titledFacts(refund, [fact], of)).toEqual([fact]);
  });
});
