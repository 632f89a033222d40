// Result fields with text for people. Tools give messages. The end of a call writes them in the language of its reader.
import type { z } from 'zod'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, public_text } from '#engine/texts.ts'
import type { Message } from '#messages/message.ts'

/** A sentence that can quote text of others. Published as text. */
export const sentence = (about?: string) =>
  described(outside_text(LONG_TEXT_CHARS_MAX), about) as unknown as z.ZodType<string, Message>

/** A sentence that quotes nobody. */
export const own_sentence = (about?: string) => described(own_text(), about) as unknown as z.ZodType<string, Message>

/** What a platform said, or a message. */
export const quoted_or_message = (about?: string) =>
  described(outside_text(LONG_TEXT_CHARS_MAX), about) as unknown as z.ZodType<string, Message | string>

/** A name of something, or a message where nothing has a name. */
export const name_or_message = (about?: string) =>
  described(outside_text(), about) as unknown as z.ZodType<string, Message | string>

/** The same, where anybody can choose the name, such as the source of a visit. */
export const public_name_or_message = () => public_text() as unknown as z.ZodType<string, Message | string>

const described = (text: z.ZodString, about: string | undefined) => (about === undefined ? text : text.describe(about))
