/** The editor of the setting at the place, or of the nearest one around it, comes into view and has the focus. */
export function focusSetting(frame: HTMLElement, path: string): void {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = frame.querySelector<HTMLElement>(`[data-setting="${CSS.escape(at)}"]`);
    if (!found) continue;
    for (let box: HTMLElement | null = found; box && box !== frame; box = box.parentElement) {
      const closed = box.matches('section[data-setting]')
        ? box.querySelector<HTMLElement>(':scope > div > button[aria-expanded="false"]')
        : null;
      closed?.click();
    }
    // Opened boxes are there after the next drawing.
    requestAnimationFrame(() => {
      found.scrollIntoView({ block: 'center' });
      found.querySelector<HTMLElement>('input, textarea, select, button:not([aria-expanded])')?.focus();
    });
    return;
  }
}
