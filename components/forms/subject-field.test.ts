import { describe, expect, it } from 'vitest';
import { subjectProperty } from './subject-field';

const input = {
  type: 'object',
  properties: {
    order_number: { type: 'string' },
    vatNumber: { type: 'string' },
    orderId: { type: 'string' },
    order: { type: 'object' },
  },
  required: ['order_number', 'vatNumber', 'order'],
};

describe('subjectProperty', () => {
  it('is the required text that is called after the subject', () => {
    expect(subjectProperty({ subject: { type: 'order' }, input, inputUi: null })).toBe('order_number');
  });

  it('is the one that the designer has marked, before any other', () => {
    const inputUi = { vatNumber: { 'ui:options': { subject: true } } };
    expect(subjectProperty({ subject: { type: 'order' }, input, inputUi })).toBe('vatNumber');
  });

  it('is none where nothing fits, or nothing is asked', () => {
    expect(subjectProperty({ subject: { type: 'claim' }, input, inputUi: null })).toBeNull();
    expect(subjectProperty({ subject: { type: 'order' }, input: null, inputUi: null })).toBeNull();
  });
});
