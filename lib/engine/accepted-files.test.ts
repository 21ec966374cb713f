import { expect, test } from 'vitest';
import { withCommonTypes } from './accepted-files';

const file = (...accept: string[]) => ({ type: 'string', format: 'file', accept });

test('of lists that apply to one field together, a file has to be in each', () => {
  const given = {
    ...file('image/*', 'application/pdf'),
    allOf: [file('image/png', 'Application/PDF', 'text/csv')],
  };

  const both = file('image/png', 'application/pdf');
  expect(withCommonTypes(given)).toEqual({ ...both, allOf: [both] });
});

test('also where several parts of a form speak of the field, however deep it is', () => {
  const of = (...accept: string[]) => ({ properties: { photo: file(...accept), other: { type: 'string' } } });
  const within = (...parts: object[]) => ({ properties: { list: { items: { allOf: parts } } } }) as never;

  expect(withCommonTypes(within(of('*/*'), of('image/*'), of('image/png', 'image/gif')))).toEqual(
    within(...Array<object>(3).fill(of('image/png', 'image/gif'))),
  );
});

test('alternatives, and a field of another name, stay as they are', () => {
  const given = {
    properties: { photo: file('image/*'), receipt: file('application/pdf') },
    allOf: [{ properties: { receipt: { title: 'Receipt' } } }],
    anyOf: [{ properties: { photo: file('image/png') } }],
  };

  expect(withCommonTypes(given)).toEqual(given);
});
