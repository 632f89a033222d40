// The property of web analytics that a funnel is about.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import { funnel } from '#figures/groups.ts'

/** Properties that a refusal names. */
const NAMED_MAX = 20

interface Property {
  property_id: string
  name: string
}

/**
 * The property that the caller names, or the only one. Null: there is none, and none is named. A property that lost its access stays one
 * of them while its rows are stored. One that is no longer chosen does not, because none of its rows counts.
 */
export async function property_of({ db }: Context, id: string | undefined): Promise<Property | null> {
  const { rows } = await sql<Property>`
    select a.account_id as property_id, min(a.name) as name from ${of_org('connection_accounts', 'a')}
    join ${of_org('connections', 'c')} on c.connection_id = a.connection_id
    where c.platform = any(${funnel.platforms}) and c.status = 'active' and a.reason is distinct from ${NOT_CHOSEN} and (a.state = 'read' or exists (
      select from ${of_org('web_event_daily', 'e')} where e.connection_id = a.connection_id and e.property_id = a.account_id))
    group by a.account_id order by a.account_id`.execute(db)
  const named = rows.slice(0, NAMED_MAX).map(({ property_id, name }) => `${property_id} (${name})`)
  const list = `${named.join(', ')}${rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : ''}`
  if (id !== undefined) {
    const found = rows.find(({ property_id }) => property_id === id)
    if (!found && rows.length === 0)
      refuse(`There is no property '${id}', because no property of web analytics is read. Connect one and sync it.`)
    return found ?? refuse(`There is no property '${id}'. Use one of: ${list}.`)
  }
  if (rows.length > 1)
    refuse(`Several properties are connected, and their funnels do not add up. Give property_id, one of: ${list}.`)
  return rows[0] ?? null
}
