// Fields that the tools for keys share.
import { z } from 'zod'
import { own_id } from '#engine/fields.ts'

const NAME_CHARS_MAX = 100

export const key_id = own_id('key_id', 'a key').describe('Key; list_api_keys shows them.')
export const key_name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_CHARS_MAX, `must have at most ${NAME_CHARS_MAX} characters`)
  .describe('What the key is for.')
