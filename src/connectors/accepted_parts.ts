// Reads parts, such as metrics, from a platform that refuses a whole request when it refuses one of its parts.
import { is_refusal } from '#engine/vendors/refusal.ts'

/** Asks for all parts, and for each alone after a refusal. Throws the first refusal when no part is accepted. */
export async function accepted_parts<Part, Found>(
  parts: readonly Part[],
  read: (asked: readonly Part[]) => Promise<readonly Found[]>,
): Promise<{ found: Found[]; refused: Part[] }> {
  const found: Found[] = []
  const refused: Part[] = []
  try {
    found.push(...(await read(parts)))
  } catch (first) {
    if (!is_refusal(first, 'refused')) throw first
    for (const part of parts) {
      try {
        found.push(...(await read([part])))
      } catch (error) {
        if (!is_refusal(error, 'refused')) throw error
        refused.push(part)
      }
    }
    if (refused.length === parts.length) throw first
  }
  return { found, refused }
}
