/** One text a line. */
export const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
