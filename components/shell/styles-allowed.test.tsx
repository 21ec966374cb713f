// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { StylesAllowed } from './styles-allowed';

vi.mock('@base-ui/react/csp-provider', () => ({ CSPProvider: ({ nonce }: { nonce: string }) => nonce }));

it('keeps the nonce of the document when the page in it is refreshed', async () => {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  for (const nonce of ['first', 'second']) {
    root.render(<StylesAllowed nonce={nonce}>page</StylesAllowed>);
    await vi.waitFor(() => expect(holder.textContent).toBe('first'));
  }
  root.unmount();
});
