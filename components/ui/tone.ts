/** The meanings that colour may carry. Colour never stands alone: an icon and a word always say the same. */
export type Tone = 'neutral' | 'accent' | 'positive' | 'caution' | 'danger';

/** Soft background, its line and its text, for badges, banners and marks. */
export const softTone: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken border-line text-muted',
  accent: 'bg-accent-soft border-accent-line text-accent-ink',
  positive: 'bg-positive-soft border-positive-line text-positive-ink',
  caution: 'bg-caution-soft border-caution-line text-caution-ink',
  danger: 'bg-danger-soft border-danger-line text-danger-ink',
};

/** The saturated colour of a glyph. */
export const glyphTone: Readonly<Record<Tone, string>> = {
  neutral: 'text-faint',
  accent: 'text-accent-ink',
  positive: 'text-positive',
  caution: 'text-caution',
  danger: 'text-danger',
};
