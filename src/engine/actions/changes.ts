// What tools use of changes at platforms: previews, and carrying out what was approved.
import { execute } from '#engine/actions/execute.ts'
import type { ActionParts, ActionPlace } from '#engine/actions/place.ts'
import { preview } from '#engine/actions/preview.ts'
import type { Execution } from '#engine/actions/table.ts'

export interface Changes {
  /** Reads the platform, and writes nothing. */
  preview: (wanted: Omit<ActionPlace, 'org_id' | 'signal'> & { input: unknown }) => ReturnType<typeof preview>
  /** Continues a stored change until its end, or until it has to wait for long. */
  execute: (execution_id: string) => Promise<Execution | undefined>
}

export const changes_of = (parts: ActionParts, of: { org_id: string; signal: AbortSignal }): Changes => ({
  preview: (wanted) => preview(parts, { ...wanted, ...of }),
  execute: (execution_id) => execute(parts, { execution_id, ...of }),
})
