// What one request to /mcp carries from the door to its handlers.
import type { Org } from '#engine/directory.ts'
import type { Claim } from '#http/caller.ts'
import type { View } from '#http/mcp/view.ts'

export interface Session extends Claim {
  org: Org
  request_id: string
  view: View
}
