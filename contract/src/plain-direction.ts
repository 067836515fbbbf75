/** Marks that make the text after them read in another order: `invoice[U+202E]fdp.exe` looks like `invoiceexe.pdf`. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name as it is shown, in the order it is written. Names in Hebrew or Arabic need no such marks to read well. */
export const plainDirection = (text: string, instead = '\ufffd'): string => text.replace(directionMarks, instead);
