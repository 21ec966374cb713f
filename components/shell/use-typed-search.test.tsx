// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTypedSearch } from './use-typed-search';

const asked = vi.fn<(words: string) => void>();
let typed: ReturnType<typeof useTypedSearch>;
let holder: HTMLElement;
let root: Root;

function Field({ place }: { place: string }) {
  typed = useTypedSearch((words) => asked(`${place}: ${words}`), place);
  return (
    <a href="#row" onClick={(event) => event.preventDefault()}>
      A row
    </a>
  );
}

const show = (place: string) => act(() => root.render(<Field place={place} />));
const follow = (keys: MouseEventInit = {}) =>
  holder
    .querySelector('a')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  asked.mockClear();
  holder = document.body.appendChild(document.createElement('div'));
  root = createRoot(holder);
  show('list');
});

afterEach(() => {
  act(() => root.unmount());
  holder.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks once, for the last words, when typing pauses', () => {
  typed.later('re');
  vi.advanceTimersByTime(200);
  typed.later('refund');
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([['list: refund']]);
});

it('asks at once on Enter, and not again afterwards', () => {
  typed.later('refund');
  typed.now('refund');
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([['list: refund']]);
});

it('asks nothing while a link that was followed is on its way, nor after it has led elsewhere', () => {
  typed.later('refund');
  follow();
  vi.advanceTimersByTime(5000);
  act(() => root.render(null));
  vi.advanceTimersByTime(5000);
  expect(asked).not.toHaveBeenCalled();
});

it('asks what was typed where the field is still on the page that the link led to', () => {
  typed.later('refund');
  follow();
  vi.advanceTimersByTime(5000);
  show('task 7');
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([['task 7: refund']]);
});

it('goes on where the link opens a page of its own', () => {
  typed.later('refund');
  follow({ ctrlKey: true });
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([['list: refund']]);
});
