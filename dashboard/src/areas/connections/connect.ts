// Leads the person to the pages where a platform is connected. Afterwards they are on the page of connections again.
import { use_change } from '../../api/queries.ts'

export function use_connect() {
  const { mutateAsync, error, isPending, variables } = use_change('propose_connect_platform')
  const connect = (platform: string) =>
    mutateAsync({ platform }).then(
      ({ url }) => location.assign(url),
      () => undefined, // the page shows the error
    )
  return { connect, error, opening: isPending ? variables.platform : undefined }
}
