import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { parse_input } from '#engine/calls/input.ts'
import { ad_platform } from './proposals.ts'

const input = { platform: ad_platform }
const tool = { name: 'propose_pause_campaign', input, input_schema: z.strictObject(input) }

test('answers name campaigns with the key of their platform, so the refusal of a key says what stands for it here', () => {
  for (const platform of ['mx_ads', 'net_d_ads'])
    assert.throws(() => parse_input(tool, { input: { platform } }), {
      message:
        'platform: must be mx (for mx_ads), gx (for gx_ads) or tx (for tx_ads). At other platforms, a person makes the change there.',
    })
})
