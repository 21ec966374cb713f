/** Values of a statement, each with its place (`$7`). */
export type Place = (value: unknown) => string;
