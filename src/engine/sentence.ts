// Result fields with text for people. Tools give messages. The end of a call writes them in the organization's language.
import { z } from 'zod'
import type { Message } from '#messages/message.ts'

/** A sentence. Published as text. */
export const sentence = (about?: string) => described(about) as unknown as z.ZodType<string, Message>

/** A name of something, or a message where nothing has a name. */
export const name_or_message = (about?: string) => described(about) as unknown as z.ZodType<string, Message | string>

const described = (about: string | undefined) => (about === undefined ? z.string() : z.string().describe(about))
