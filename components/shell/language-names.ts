/** Each language by its own name, so that its speakers find it in any other. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;
