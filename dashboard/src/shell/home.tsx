// The first address: leads to an organization, or to the page that makes the first one.
import { Redirect } from './redirect.tsx'
import { use_person } from './signed.tsx'

/** Own organizations come first in the answer, then those of an agency. */
function use_first_org(): string | undefined {
  return use_person().organizations[0]?.org_id
}

export function Home() {
  const org = use_first_org()
  return <Redirect to={org === undefined ? '/new' : `/o/${org}`} />
}

/** An address of old links. */
export function ToConnections() {
  const org = use_first_org()
  return <Redirect to={org === undefined ? '/new' : `/o/${org}/connections`} />
}
