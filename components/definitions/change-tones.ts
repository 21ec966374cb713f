/** The meaning that the colour of a difference carries. */
export const changeTones = { added: 'positive', removed: 'danger', changed: 'caution' } as const;
