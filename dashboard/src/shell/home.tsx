// The first address: leads to an organization, or to the page that makes the first one.
import { useEffect } from 'react'
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

/** An address of old links. With a link to connect a platform it is a page of the server, to which a person returns after signing in. */
export function ToConnections() {
  const org = use_first_org()
  const is_of_server = new URLSearchParams(location.search).has('link')
  useEffect(() => {
    if (is_of_server) location.reload()
  }, [is_of_server])
  if (is_of_server) return null
  return <Redirect to={org === undefined ? '/new' : `/o/${org}/connections`} />
}
