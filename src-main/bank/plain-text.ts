/** A text as a page shows it: blanks put together. What is compared with the bank's words or bookings is compared so. */
export const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
