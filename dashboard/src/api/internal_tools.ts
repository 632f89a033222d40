// Types of internal tools that the catalog does not have yet, written by hand. A tool leaves this file when `npm run gen` knows it.

export interface CallRecord {
  called_at: string
  actor: string
  actor_name: string | null
  tool: string
  transport: string
  outcome: string
  duration_ms: number
  request_id: string
}

export interface ToolsToCome {
  list_calls: {
    input: { limit?: number; before?: string; actor?: string; tool?: string; outcome?: string }
    result: {
      count: number
      truncated: boolean
      next_before: string | null
      calls: CallRecord[]
      chain: 'verified' | 'broken' | 'unchecked'
    }
  }
}
