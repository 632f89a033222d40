// Contact data, which the marketplace does not allow in answers (page "Preguntas y respuestas", read 2026-11).

const ADDRESS =
  /https?:\/\/\S{0,60}|\bwww\.\S{0,60}|\S{0,60}\w@[\w-]{1,63}\.\w|\bwa\.me\b\S{0,60}|\S{0,60}\w\.(?:com|net|org)\b/i
/** Eight digits or more. */
const NUMBER = /(?<before>(?:\$|\b[A-Z]{3})\s?)?(?<written>\d(?:[\s().-]{0,3}\d){7,20})/g
/** 12.990.000, as amounts from ten million on are written. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/
/** Codes of countries in Latin America begin with it, and no code of an article from there does. */
const CALLING_CODE = /^5/

/** Whether the last digit is the check digit of an article number of 12 to 14 digits (GS1 General Specifications, 7.9, read 2026-11). */
function is_article_number(written: string): boolean {
  if (!/^\d{12,14}$/.test(written) || CALLING_CODE.test(written)) return false
  const sum = [...written].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The first link, email address or telephone number of a text. Amounts and article numbers are none. */
export function contact_data_in(text: string): string | undefined {
  const [address] = ADDRESS.exec(text) ?? []
  if (address) return address
  for (const { groups } of text.matchAll(NUMBER)) {
    const { before, written = '' } = groups ?? {}
    if (!before && !GROUPED.test(written) && !is_article_number(written)) return written
  }
  return undefined
}
