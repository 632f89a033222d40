import { z } from 'zod'
import { look_at_change } from '#engine/approvals/propose.ts'
import { tool } from '#engine/tool.ts'
import {
  ad_platform,
  basis_of_campaign,
  id_of,
  place_of_campaign,
  proposal_fields,
  propose_change,
  reason,
} from '#tools/proposals.ts'

export const propose_pause_campaign = tool({
  about: 'Propose to pause an ad campaign. Nothing changes until a person approves exactly this.',
  keywords: {
    es: 'pausa la campaña',
    en: 'pause the campaign',
    pt: 'pause a campanha',
  },
  scopes: ['ads:write'],
  effect: 'propose',
  open_world: true,
  input: { platform: ad_platform, campaign_id: id_of('The campaign, by its id at the platform.'), reason },
  result: { action_id: z.uuid(), ...proposal_fields },
  example: { platform: 'mx', campaign_id: '120200000000000001', reason: 'It has spent for a week without a sale.' },
  async look({ platform, campaign_id }, context) {
    const place = await context.reading((db) => place_of_campaign(db, platform, campaign_id))
    return look_at_change(context, { ...place, action: 'pause_campaign', input: { campaign_id } })
  },
  async run({ campaign_id, reason }, context) {
    const basis = await basis_of_campaign(context, context.look_result, campaign_id)
    return propose_change(context, { reason, basis })
  },
})
