import { area } from '#engine/tool.ts'
import { get_data_catalog } from '#tools/query/get_data_catalog.ts'
import { query_analytics } from '#tools/query/query_analytics.ts'
import { query_carts } from '#tools/query/query_carts.ts'
import { query_contacts } from '#tools/query/query_contacts.ts'
import { query_data } from '#tools/query/query_data.ts'
import { query_email_campaigns } from '#tools/query/query_email_campaigns.ts'
import { query_gx_campaigns } from '#tools/query/query_gx_campaigns.ts'
import { query_mx_campaigns } from '#tools/query/query_mx_campaigns.ts'
import { query_orders } from '#tools/query/query_orders.ts'
import { query_products } from '#tools/query/query_products.ts'
import { query_seo_console } from '#tools/query/query_seo_console.ts'
import { run_readonly_sql } from '#tools/query/run_readonly_sql.ts'

export const query = area({
  title: 'Data queries',
  tools: {
    get_data_catalog,
    query_analytics,
    query_carts,
    query_contacts,
    query_data,
    query_email_campaigns,
    query_gx_campaigns,
    query_mx_campaigns,
    query_orders,
    query_products,
    query_seo_console,
    run_readonly_sql,
  },
})
