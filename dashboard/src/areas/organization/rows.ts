// What the lists and the channels of the settings show.
import type { OrgTools } from '../../api/call.ts'

export type Key = OrgTools['list_api_keys']['result']['keys'][number]
export type Member = OrgTools['list_members']['result']['members'][number]
export type OrgChannels = OrgTools['get_org_channels']['result']

export interface ChannelProps {
  channels: OrgChannels
  may_change: boolean
}
