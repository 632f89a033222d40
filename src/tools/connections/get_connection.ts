import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { detailed_connection, read_details } from './details.ts'

export const get_connection = tool({
  about: 'One connection, with what it has read, what it cannot read, and its last syncs.',
  scopes: ['connections:read'],
  effect: 'read',
  internal: true,
  input: { connection_id: own_id('connection_id', 'a connection') },
  result: detailed_connection.shape,
  async run({ connection_id }, context) {
    const [found] = await read_details(context, connection_id)
    return found ?? refuse('No connection has this connection_id. list_connections shows them.')
  },
})
