// Contact data, which the marketplace does not allow in answers (page "Preguntas y respuestas", read 2026-11).

const ADDRESS =
  /https?:\/\/\S{0,60}|\bwww\.\S{0,60}|\S{0,60}\w@[\w-]{1,63}\.\w|\bwa\.me\b\S{0,60}|\S{0,60}\w\.(?:com|net|org)\b/i
/** Eight digits or more. */
const NUMBER = /\d(?:[\s().-]{0,3}\d){7,20}/g
/** With the sign of a currency, or the code of one of the marketplace's sites. */
const AMOUNT = /(?:\$|\b(?:ARS|BRL|CLP|COP|MXN|PEN|USD|UYU))\s?\d{1,3}(?:[.,]?\d{3}){0,5}(?:[.,]\d{1,2})?(?!\d)/g
/** 12.990.000, as amounts from ten million on are written. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/
/** Codes of the countries of the marketplace's sites. Article numbers from there begin with other digits. */
const CALLING_CODE = /^(?:5[124567]|598)/

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
  const numbers = text.replaceAll(AMOUNT, '#').match(NUMBER) ?? []
  return numbers.find((written) => !GROUPED.test(written) && !is_article_number(written))
}
