// Products and their variants in the shapes of the Admin schema.
import type { Product, Store, Variant } from '../../world/types.ts'
import { may_read_costs } from './access.ts'
import { nested, type Page } from './listing.ts'
import { decimal, gid, mapped, price, time } from './shapes.ts'

export function read_product(product: Product, store: Store) {
  const { shop } = store
  const { variants } = product
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.type,
    status: product.status.toUpperCase(),
    tags: product.tags,
    description: (product.description ?? product.title).replaceAll(/<[^>]*>/g, ''),
    descriptionHtml: product.description ?? product.title,
    seo: { title: null, description: null },
    onlineStoreUrl: product.status === 'active' ? `https://${shop.domain}/products/${product.handle}` : null,
    createdAt: time(product.created_at),
    updatedAt: time(product.updated_at),
    totalInventory: variants.reduce((sum, variant) => sum + variant.stock, 0),
    tracksInventory: variants.some((variant) => variant.stock_tracked !== false),
    featuredMedia: null,
    variants: (page: Page) =>
      mapped(nested(variants, page), (variant) => read_variant(variant, variants.indexOf(variant) + 1, product, store)),
  }
}

export function read_variant(variant: Variant, position: number, product: Product, { shop, access }: Store) {
  return {
    id: gid('ProductVariant', variant.id),
    legacyResourceId: variant.id,
    title: variant.title,
    sku: variant.sku,
    position,
    price: price(variant.price_cents),
    compareAtPrice: variant.compare_at_cents === null ? null : price(variant.compare_at_cents),
    inventoryQuantity: variant.stock,
    inventoryPolicy: variant.sells_without_stock ? 'CONTINUE' : 'DENY',
    inventoryItem: {
      id: gid('InventoryItem', variant.id),
      tracked: variant.stock_tracked !== false,
      updatedAt: time(variant.cost_changed_at ?? product.created_at),
      unitCost: () => {
        may_read_costs(access)
        return variant.cost_cents === null ? null : { amount: decimal(variant.cost_cents), currencyCode: shop.currency }
      },
    },
    createdAt: time(product.created_at),
    updatedAt: time(product.updated_at),
  }
}
