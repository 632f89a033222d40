// The name of an organization, for the tools that make one or rename it.
import { z } from 'zod'

export const ORG_NAME_CHARS_MAX = 100

export const org_name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ORG_NAME_CHARS_MAX, `must have at most ${ORG_NAME_CHARS_MAX} characters`)
