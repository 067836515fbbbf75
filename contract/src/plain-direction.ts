/**
 * Characters that change the direction of the text after them: `invoice[U+202E]fdp.exe` looks like `invoiceexe.pdf`.
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name for display, in the order in which it is written. Hebrew and Arabic names read well without these characters.
 */
export const plainDirection = (text: string, instead = '\ufffd'): string => text.replace(directionMarks, instead);
