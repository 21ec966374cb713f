/** A part of the path as text. What cannot be decoded is taken as it is, and names nothing. */
export function decodedParameter(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
