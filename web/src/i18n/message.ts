// A text of the catalogue.

/** A text, or several ways to say the same. */
export type Text = string | readonly string[];

/** A text, or one for a single thing and one for any other number of them. */
export type Message = Text | { readonly one: Text; readonly other: Text };
