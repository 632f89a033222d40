// Products that a platform refuses to show.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { platforms_of } from '#domain/platforms.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { cut_text } from '#lib/text.ts'
import { message, quoted } from '#messages/message.ts'
import type { Finding, Rule } from './rule.ts'

/** Percent of the products from which refused ones are a warning. */
const WARNING_PERCENT = 10n

interface Refused {
  connection_id: string
  account_id: string
  code: string
  description: string
  products: bigint
  all: bigint
}

export const feed_errors: Rule = {
  about: 'Products that the platform does not show, for a reason that the seller can correct.',
  module: 'tienda',
  needs: {
    of: {
      platforms: platforms_of('feed'),
      tables: ['feed_product_issues', 'feed_product_statuses'],
      label: message('platform.merchant_feed'),
    },
    days: 1,
  },
  async find({ context: { db }, counted, trusted }) {
    const { rows } = await sql<Refused>`
      select i.connection_id, i.account_id, i.code, min(i.description) as description, count(distinct i.product_id) as products,
        (select count(distinct s.product_id) from ${of_org('feed_product_statuses', 's')}
         where s.connection_id = i.connection_id and s.account_id = i.account_id) as all
      from ${of_org('feed_product_issues', 'i')}
      where i.severity = 'disapproved' and i.resolution = 'merchant_action' and ${is_counted(counted, 'i.connection_id', 'i.account_id')}
        and exists (select from ${of_org('feed_product_statuses', 's')} where s.connection_id = i.connection_id
          and s.account_id = i.account_id and s.product_id = i.product_id)
      group by i.connection_id, i.account_id, i.code
      order by count(distinct i.product_id) desc, i.connection_id, i.account_id, i.code`.execute(db)
    return rows.map(({ connection_id, account_id, code, description, products, all }): Finding => {
      const { name, platform } = trusted.find((source) => source.connection_id === connection_id)!
      return {
        subject: cut_text(`${connection_id}/${account_id}/${code}`, SUBJECT_CHARS_MAX),
        name: cut_text(description, NAME_CHARS_MAX) || code,
        connection_id,
        platform,
        severity: products * 100n >= all * WARNING_PERCENT ? 'warning' : 'info',
        title: message('rule.feed_errors.title', { count: Number(products), name: quoted(name) }),
        text: message('rule.feed_errors.text', {
          reason: quoted(cut_text(description, NAME_CHARS_MAX)),
          all: Number(all),
        }),
        evidence: { products: Number(products), all_products: Number(all), code },
      }
    })
  },
}

const SUBJECT_CHARS_MAX = 600
const NAME_CHARS_MAX = 300
