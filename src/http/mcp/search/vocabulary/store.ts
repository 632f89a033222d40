// Words about stores. Sources were read in 2026-11:
// - Shopify's help in English, Spanish and Portuguese: orders, abandoned checkouts, order reports.
// - WooCommerce's pages about its analytics in Spanish and Portuguese.
// - The glossaries of Ecommerce Puro and Olist (Brazil).
// - The Spanish documents of Adobe and HCL on commerce.
export const store = {
  order: `order, purchase, buy, bought, buyer, receipt, transaction, who bought, pedido, orden de compra, órdenes, compra, comprar,
    compraron, comprador, encargo, recibo, boleta, transacción, encomenda, comprou, transação, nota fiscal`,
  sales: `sale, sell, sold, selling, revenue, income, earnings, turnover, takings, GMV, venta, vender, vendí, vendido, ingresos, facturar,
    facturación, facturé, recaudar, ganamos, venda, vendeu, vendi, vendemos, receita, faturar, faturamento, faturei, faturou, arrecadar`,
  average_order: `AOV, average order, average order value, average basket, basket size, ticket promedio, ticket medio, valor medio del pedido,
    valor promedio de los pedidos, ticket médio, valor médio do pedido, valor médio por pedido`,
  product: `product, item, article, goods, merchandise, catalog, SKU, variant, assortment, producto, artículo, mercancía, mercadería,
    catálogo, prenda, pieza, referencia, surtido, produto, artigo, mercadoria, peça, sortimento`,
  stock: `stock, inventory, on hand, in stock, units left, are left, warehouse, restock, replenish, existencias, inventario, bodega,
    almacén, depósito, me queda, me quedan, quedan, unidades, reponer, reposición, estoque, armazém, sobrou, sobraram, restam, unidades,
    repor, reposição`,
  sold_out: `sold out, out of stock, run out, ran out, running out, unavailable, backorder, agotado, sin existencias, sin stock, se acabó,
    faltante, quiebre de stock, esgotado, em falta, sem estoque, acabou, ruptura`,
  price: `price, price list, priced, does it cost, how much does, how much is, expensive, cheap, discount, precio, tarifa, cuánto cuesta,
    cuánto vale, a cuánto está, a cómo está, caro, barato, preço, quanto custa, qual o valor, tabela de preços`,
  best_seller: `best seller, best selling, top seller, top selling, top products, sells best, sells most, most popular, más vendido,
    se vende más, más se vende, producto estrella, mais vendido, vende mais, mais vende, campeão de vendas, carro chefe`,
  cart: `cart, basket, shopping bag, trolley, checkout, carrito, carro, cesta, canasta, changuito, finalizar compra, carrinho, sacola`,
  abandoned: `abandoned, abandonment, unfinished, incomplete, left behind, left without, without paying, without buying, not paying,
    did not pay, did not buy, did not finish, never paid, almost bought, recover, abandono, abandonado, sin pagar, sin comprar,
    sin cobrar, sin terminar, sin finalizar, no pagó, no pagaron, no compró, no compraron, no terminó, no terminaron, incompleto,
    a medias, recuperar, largado, não pagou, não pagaram, não comprou, não compraram, não fechou, não finalizou, não finalizaram,
    não terminou, sem pagar, sem comprar, não finalizado, não finalizada, incompleto, desistiu, desistiram`,
  refund: `refund, return, returned, money back, chargeback, devolución, devolver, reembolso, reintegro, devolução, estorno, troca`,
  margin: `margin, profit, profitability, COGS, net income, margen, ganancia, utilidad, beneficio, rentabilidad, margem, lucro, lucratividade`,
  shop: `shop, store, storefront, webshop, ecommerce, e-commerce, online store, tienda, comercio, loja, lojinha, loja virtual, comércio`,
  customer: `customer, client, shopper, consumer, cliente, clientela, consumidor, freguês`,
  returning: `returning, repeat, loyal, recurring, retention, come back, how many customers, customer base, new customers, new buyers, first order, recurrente, frecuente, frecuencia, regresan, vuelven, cuántos clientes, cartera de clientes, nuevos clientes, clientes nuevos, primera compra,
    recorrente, fiel, voltam, quantos clientes, carteira de clientes, novos clientes, clientes novos, primeira compra`,
}
