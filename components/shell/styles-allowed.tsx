'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, useState } from 'react';

/**
 * Gives the controls the nonce with which the document allows their styles: the one that it came with. A page that is
 * refreshed in its place brings the nonce of another answer, which the document's policy does not know.
 */
export function StylesAllowed({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [own] = useState(nonce);
  return <CSPProvider nonce={own}>{children}</CSPProvider>;
}
