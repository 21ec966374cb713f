import { expect, test } from 'vitest';
import { fileKinds, kindsIn, withFileKind } from './file-kinds';

test('a list of media types is said in kinds of files, and what is of none of them stays as it is', () => {
  const accept = ['application/zip', ...fileKinds.table, 'application/pdf', fileKinds.text[0]];

  expect(kindsIn(accept)).toEqual({
    kinds: ['pdf', 'table'],
    others: ['application/zip', fileKinds.text[0]],
  });
});

test('a kind that is taken, and not any more, leaves the others where they are', () => {
  const taken = withFileKind(['application/zip'], 'picture', true);

  expect(taken).toEqual(['application/zip', 'image/*']);
  expect(withFileKind(taken, 'picture', true)).toEqual(taken);
  expect(withFileKind(taken, 'picture', false)).toEqual(['application/zip']);
});
