// Lists of changes have no figures, so they come without sources. The list of rows expects them.
import type { QueryState } from '../../components/answered.tsx'
import type { Provenance } from '../../lib/trust.ts'

const NO_SOURCES: Provenance = { sources: [], as_of: null, settled_until: null, notes: [] }

export const as_list = <Answer extends object>(asked: QueryState<Answer>): QueryState<Answer & Provenance> => ({
  data: asked.data && { ...asked.data, ...NO_SOURCES },
  error: asked.error,
  failureReason: asked.failureReason,
  isFetching: asked.isFetching,
  refetch: asked.refetch,
})
