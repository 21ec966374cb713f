import { useEffect, useState } from 'react';

/**
 * Whether the first picture of the drawing has been shown: what one works on comes before what stands around it, and before
 * what is asked of the server.
 */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
