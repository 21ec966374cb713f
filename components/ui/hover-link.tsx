'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link whose page is fetched ahead when somebody points at it, not already when it is seen: for navigation that stands on
 * every page, of which each page would otherwise ask the server for all others.
 */
export function HoverLink(props: ComponentProps<typeof Link>) {
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Link
      {...props}
      prefetch={wanted ? null : false}
      onPointerEnter={want}
      onFocus={want}
      onTouchStart={want}
    />
  );
}
