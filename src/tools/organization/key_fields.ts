// Fields that the tools for keys share.
import { z } from 'zod'

const NAME_CHARS_MAX = 100

export const key_id = z.uuid('must be the key_id of a key, a UUID').describe('Key; list_api_keys shows them.')
export const key_name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_CHARS_MAX, `must have at most ${NAME_CHARS_MAX} characters`)
  .describe('What the key is for.')
