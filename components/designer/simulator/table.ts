import type { Dispatch, SetStateAction } from 'react';
import type { Simulation } from '@/lib/engine/simulation/simulation';

/** What lies on the simulator's table: it stays there while one looks at the drawing. */
type OnTable = {
  /** What is being played. */
  readonly simulation: Simulation | null;
  /** Activities succeed by themselves, with an example of what they declare. */
  readonly automatic: boolean;
};

export type Table = readonly [OnTable, Dispatch<SetStateAction<OnTable>>];

export const emptyTable: OnTable = { simulation: null, automatic: true };
