/** Counts the transitions between the same two steps, from 0, in the order in which they are asked for. */
export function edgeLanes(): (from: string, to: string) => number {
  const lanes = new Map<string, number>();
  return (from, to) => {
    const pair = `${from} ${to}`;
    const lane = lanes.get(pair) ?? 0;
    lanes.set(pair, lane + 1);
    return lane;
  };
}
