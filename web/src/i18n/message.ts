// A text of the catalogue.

/** A text, or one for a single thing and one for any other number of them. */
export type Message = string | { readonly one: string; readonly other: string };
