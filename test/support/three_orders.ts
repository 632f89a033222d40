// Three orders of a shop in the format of Olist's data set: one that counts, one cancelled, one that counts in another month.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const files = {
  'olist_orders_dataset.csv': `order_id,customer_id,order_status,order_purchase_timestamp,order_approved_at,order_delivered_carrier_date,order_delivered_customer_date,order_estimated_delivery_date
00000000000000000000000000000a01,c1,delivered,2018-03-10 10:00:00,2018-03-10 10:05:00,,,2018-03-20 00:00:00
00000000000000000000000000000a02,c2,canceled,2018-03-11 11:00:00,,,,2018-03-21 00:00:00
00000000000000000000000000000a03,c1,delivered,2018-04-12 12:00:00,2018-04-12 12:05:00,,,2018-04-22 00:00:00
`,
  'olist_order_items_dataset.csv': `order_id,order_item_id,product_id,seller_id,shipping_limit_date,price,freight_value
00000000000000000000000000000a01,1,p1,s1,2018-03-12 00:00:00,100.10,9.95
00000000000000000000000000000a01,2,p1,s1,2018-03-12 00:00:00,50.00,0.00
00000000000000000000000000000a02,1,p1,s1,2018-03-13 00:00:00,999.99,1.00
00000000000000000000000000000a03,1,p1,s1,2018-04-13 00:00:00,20.20,3.03
`,
  'olist_customers_dataset.csv': `customer_id,customer_unique_id,customer_zip_code_prefix,customer_city,customer_state
c1,u1,01000,sao paulo,SP
c2,u2,20000,rio de janeiro,RJ
`,
}

export async function write_three_orders(folder: string): Promise<void> {
  await mkdir(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}
