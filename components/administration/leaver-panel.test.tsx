// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { named, press, settled, type } from '@/components/designer/inspector/screen-for-tests';
import { replaceInTasksAction } from '@/lib/tasks/actions';
import messages from '@/messages/en.json';
import { LeaverPanel } from './leaver-panel';

vi.mock('@/lib/tasks/actions', () => ({ replaceInTasksAction: vi.fn() }));
vi.mock('@/components/people/person-picker', () => ({
  PersonPicker: ({ onChange }: { onChange: (person: unknown) => void }) => (
    <button type="button" onClick={() => onChange({ id: 'b', name: 'Bob', email: 'bob@example.test' })}>
      Pick
    </button>
  ),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const person = { id: 'a', name: 'Ann', email: 'ann@example.test' };
const task = (id: string) => ({
  id,
  instanceId: `i-${id}`,
  process: 'Refund',
  title: `Task ${id}`,
  subject: id,
  held: 'claimed' as const,
});

it('replaces in all tasks, and then once more in those alone that were left', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  root.render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <LeaverPanel
        person={person}
        leaver={{ tasks: [task('1'), task('2')], more: false, onlyHolderOf: [], deputyIn: 0 }}
      />
    </NextIntlClientProvider>,
  );
  await settled();
  const answer = (results: object[]) =>
    vi.mocked(replaceInTasksAction).mockResolvedValueOnce({ ok: true, value: { results } } as never);

  answer([
    { id: '1', ok: true },
    { id: '2', ok: false, refusal: { code: 'forbidden', rule: 'requester', message: 'It is their own.' } },
  ]);
  await press(named(holder, 'Pick'));
  await type(holder.querySelector('input')!, 'They leave');
  await press(named(holder, 'Replace in 2 tasks'));
  expect(holder.textContent).toContain('1 task replaced, 1 left as it was.');

  answer([{ id: '2', ok: true }]);
  await press(named(holder, 'Replace in 1 task'));
  expect(vi.mocked(replaceInTasksAction).mock.lastCall).toEqual([
    'ann@example.test',
    { by: 'bob@example.test', reason: 'They leave', tasks: ['2'] },
  ]);
  expect(holder.textContent).toContain('2 tasks replaced.');
  root.unmount();
});
