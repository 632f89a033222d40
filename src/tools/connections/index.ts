import { area } from '#engine/tool.ts'
import { disconnect_platform } from './disconnect_platform.ts'
import { get_connection } from './get_connection.ts'
import { list_connections } from './list_connections.ts'
import { list_connections_detail } from './list_connections_detail.ts'
import { list_platforms } from './list_platforms.ts'
import { propose_connect_platform } from './propose_connect_platform.ts'
import { trigger_sync } from './trigger_sync.ts'

export const connections = area({
  title: 'Connections',
  tools: {
    disconnect_platform,
    get_connection,
    list_connections,
    list_connections_detail,
    list_platforms,
    propose_connect_platform,
    trigger_sync,
  },
})
