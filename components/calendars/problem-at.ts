/** What is wrong at a place (a JSON pointer) or below it. */
export function problemAt(problems: Readonly<Record<string, string>>, place: string): string | undefined {
  return Object.entries(problems).find(([path]) => path === place || path.startsWith(`${place}/`))?.[1];
}
