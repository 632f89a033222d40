// The GraphQL documents of changes, and of the reading before and after them (Admin schema 2026-07, read 2026-11).

const page = 'id title handle body isPublished'

export const product_texts_document = `
  query ProductTexts($id: ID!) {
    product(id: $id) { title descriptionHtml seo { title description } }
  }`

export const update_product_document = `
  mutation UpdateProduct($product: ProductUpdateInput!) {
    productUpdate(product: $product) { product { id } userErrors { field message } }
  }`

export const page_document = `query Page($id: ID!) { page(id: $id) { ${page} } }`

export const pages_document = `query Pages($query: String!) { pages(first: 10, query: $query) { nodes { ${page} } } }`

export const newest_pages_document = `
  query NewestPages { pages(first: 50, sortKey: ID, reverse: true) { nodes { ${page} } } }`

export const create_page_document = `
  mutation CreatePage($page: PageCreateInput!) {
    pageCreate(page: $page) { page { id } userErrors { field message } }
  }`

export const update_page_document = `
  mutation UpdatePage($id: ID!, $page: PageUpdateInput!) {
    pageUpdate(id: $id, page: $page) { page { id } userErrors { field message } }
  }`
