import { z } from 'zod'
import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { read_accounts } from './accounts.ts'

const accounts = listed(
  'accounts',
  z.strictObject({
    social_account_id: platform_word(),
    platform: own_text(),
    username: outside_text(),
    name: outside_text().nullable(),
    followers: f.count_field('Latest total of followers.'),
    followers_read_at: own_text().nullable().describe('When that total was read; networks give no earlier totals.'),
  }),
  'run_readonly_sql reads the others from social_accounts.',
)

export const list_social_accounts = tool({
  about: 'Social network accounts with followers and when those were read.',
  keywords: {
    es: 'cuentas de redes sociales Instagram cuántos seguidores tengo quién nos sigue perfiles',
    en: 'social media accounts Instagram how many followers profiles',
    pt: 'contas de redes sociais Instagram quantos seguidores perfis',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {},
  result: { ...accounts.fields, ...today_fields },
  example: {},
  async run(_, context) {
    const { connection_ids, ...today } = await f.sources_today(context, f.followers)
    return list_today(accounts.of_counted(await read_accounts(context, { connection_ids })), today)
  },
})
