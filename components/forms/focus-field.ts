const controls =
  'input:not([type="hidden"], [aria-hidden="true"], [tabindex="-1"]), textarea, select, [role="combobox"], [role="radio"], [role="checkbox"], button';

/** Brings the focus to the first control inside an element; false where there is none. */
export function focusFirstControl(element: Element | null | undefined): boolean {
  const control = element?.querySelector<HTMLElement>(controls);
  if (!control) return false;
  // Scrolled to the middle, the field keeps its label and its error in view, above any bar at the bottom.
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  return true;
}
