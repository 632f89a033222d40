// Named fields with their schemas. Inputs, results and payloads are declared with them.
import { z } from 'zod'

export type Fields = z.core.$ZodLooseShape
export type Values<F extends Fields> = z.output<z.ZodObject<F, z.core.$strict>>

/** The id of a record of the organization as a parameter: `own_id('action_id', 'an action')`. */
export const own_id = (name: string, one = 'one') => z.uuid(`must be the ${name} of ${one}, a UUID`)
