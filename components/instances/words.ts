/** A key as people read it, where nothing gives it a name: `refund_approver` → "Refund approver". */
export function wordsOfKey(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words === '' ? key : words[0]!.toLocaleUpperCase() + words.slice(1);
}
