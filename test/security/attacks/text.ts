/** Splits a text into its lines. */
export const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
