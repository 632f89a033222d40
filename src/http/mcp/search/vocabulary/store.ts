// Words about stores. Sources were read in 2026-11:
// - Shopify's help in English, Spanish and Portuguese: orders, abandoned checkouts, order reports.
// - WooCommerce's pages about its analytics in Spanish and Portuguese.
// - The glossaries of Ecommerce Puro and Olist (Brazil).
// - The Spanish documents of Adobe and HCL on commerce.
export const store = {
  order: `order, orders, purchase, ordered, órdenes, ordenes, compras, buy, bought, buyer, receipt, transaction, who bought, pedido, orden
    de compra, compra, comprar, compraron, comprador, encargo, recibo, boleta, transacción, encomenda, comprou, transação, nota
    fiscal, orden`,
  sales: `sale, sell, gross, how much (did|have) (we|i) (sell|sold|make|made|earn), bring in, made money, facturé, facturado, facturamos,
    facturó, recaudación, recaudé, cuánto (vendí|vendimos|entró|facturé|facturamos|ganamos|hicimos), plata que entró, caja,
    faturado, quanto (vendi|vendemos|faturei|faturamos), sold, selling, revenue, income, earnings, turnover, takings, GMV, venta,
    vender, vendí, vendido, ingresos, facturar, facturación, recaudar, ganamos, venda, vendeu, vendi, vendemos, receita, faturar,
    faturamento, faturei, faturou, arrecadar, ventas, vendas, faturaram, revenues, ganancias`,
  average_order: `AOV, average order, average order value, average basket, basket size, ticket promedio, ticket medio, valor medio del pedido, valor
    promedio de los pedidos, ticket médio, valor médio do pedido, valor médio por pedido`,
  product: `product, item, article, goods, merchandise, catalog, SKU, variant, assortment, producto, artículo, mercancía, mercadería,
    catálogo, prenda, pieza, referencia, surtido, produto, artigo, mercadoria, peça, sortimento`,
  stock: `stock, inventory, availability, available units, how many (are|do we have|do i have) left, left in stock, low stock, cuántos
    (quedan|me quedan|nos quedan|tengo|tenemos), cuántas (quedan|me quedan|nos quedan|tengo|tenemos), disponible, disponibles,
    disponibilidad, quantos (tem|temos|restam), disponível, on hand, in stock, units left, are left, warehouse, restock,
    replenish, existencias, inventario, bodega, almacén, depósito, me queda, me quedan, quedan, unidades, reponer, reposición,
    estoque, armazém, sobrou, sobraram, restam, repor, reposição, low inventory, inventory (levels|alert|alerts|list), quantities,
    quantity, qty, cantidad, cantidades, poco stock, bajo stock, stock bajo, quantidade, estoque baixo, pouco estoque`,
  sold_out: `sold out, out of stock, low stock, running low, about to run out, nearly gone, stockout, stock out, por agotarse, se está
    (acabando|terminando|agotando), se (acaba|agota|termina|agotó|terminó), sin unidades, en cero, productos en cero, stock cero,
    acabando, esgotando, zerado, run out, ran out, running out, unavailable, backorder, agotado, sin existencias, sin stock, se
    acabó, faltante, quiebre de stock, esgotado, em falta, sem estoque, acabou, ruptura, low inventory, almost gone, poco stock,
    stock bajo, bajo stock, quedar sin, por quedar sin, sem unidades, estoque baixo`,
  price: `price, prices, pricing, price list, priced, does it cost, how much does, how much is, expensive, cheap, discount, precio, cuánto
    cuesta, cuánto vale, a cuánto está, a cómo está, caro, barato, preço, quanto custa, qual o valor, tabela de preços, lista de
    precios`,
  best_seller: `best seller, bestseller, bestsellers, bestselling, hot products, star products, se vende, sale más, salen más, más salida, top de
    productos, (producto|productos) (top|estrella), best selling, top seller, top selling, top products, sells best, sells most,
    most popular, más vendido, se vende más, más se vende, producto estrella, mais vendido, vende mais, mais vende, campeão de
    vendas, carro chefe`,
  cart: `cart, carts, basket, shopping bag, trolley, checkout, carrito, carro, cesta, canasta, changuito, finalizar compra, carrinho,
    sacola`,
  abandoned: `abandoned, abandoning, leaving on the table, left on the table, lost (sales|carts|checkouts|purchases), (not|never|without)
    (buy|buying|bought|pay|paying|paid|finish|finishing|finished|complete|completing|completed|purchase|purchasing|checking
    out|convert), (stopped|bailed|quit) (before|at) (paying|buying|checkout|payment), quedó colgado, quedó colgada, colgada,
    colgados, (no|sin)
    (compra|compran|compraron|comprar|pagan|pagaron|pagar|terminan|terminaron|terminar|finalizan|finalizaron|finalizar|concretan|concretaron|concretar|completan|completaron|completar|cierran|cerraron),
    (dejó|dejaron|dejan) (el|los|la|cosas|productos) (carrito|carritos|compra|en el carrito), dejaron a medias, quedaron en el
    carrito, perdidos, (não|sem)
    (compra|compram|compraram|comprar|paga|pagam|pagaram|pagar|termina|terminam|terminaram|terminar|finaliza|finalizam|finalizar|conclui|concluíram|concluir),
    abandonment, unfinished, incomplete, left behind, left without, without paying, without buying, not paying, did not pay, did
    not buy, did not finish, never paid, almost bought, recover, abandono, abandonado, sin pagar, sin comprar, sin cobrar, sin
    terminar, sin finalizar, no pagó, no pagaron, no compró, no compraron, no terminó, no terminaron, incompleto, a medias,
    recuperar, largado, não pagou, não pagaram, não comprou, não compraram, não fechou, não finalizou, não finalizaram, não
    terminou, sem pagar, sem comprar, não finalizado, não finalizada, desistiu, desistiram`,
  refund: `refund, return, returned, money back, chargeback, devolución, devolver, reembolso, reintegro, devolução, estorno, troca`,
  margin: `margin, profit, profitability, COGS, net income, margen, ganancia, utilidad, beneficio, rentabilidad, margem, lucro, lucratividade`,
  shop: `shop, store, stores, shops, Shopify, Tiendanube, Tienda Nube, Nuvemshop, Nuvem Shop, WooCommerce, Woo, Woo Commerce, tienda
    online, tiendita, negocio online, local online, lojas, storefront, webshop, ecommerce, e-commerce, online store, tienda,
    comercio, loja, lojinha, loja virtual, comércio`,
  customer: `customer, client, shopper, consumer, cliente, clientela, consumidor, freguês`,
  returning: `returning, repeat, loyal, recurring, retention, come back, how many customers, customer base, new customers, new buyers, first
    order, recurrente, frecuente, frecuencia, regresan, vuelven, cuántos clientes, cartera de clientes, nuevos clientes, clientes
    nuevos, primera compra, recorrente, fiel, voltam, quantos clientes, carteira de clientes, novos clientes, clientes novos,
    primeira compra, LTV, CLV, lifetime value, customer lifetime value, cohort, cohorts, churn, repurchase, repeat
    (purchase|purchases|buyers|customers|rate), one-time buyers, loyalty, existing customers, recompra, tasa de recompra, valor de
    vida, cohorte, cohortes, fidelidad, fidelización, retención, abandono de clientes, clientes (fieles|repetidos|habituales),
    compran (de nuevo|otra vez), taxa de recompra, retenção, fidelidade, clientes fiéis, compram de novo, best customers, top
    customers, inactive customers, lost customers, not bought (in|since|for), mejores clientes, clientes
    (inactivos|perdidos|dormidos|registrados|únicos), (hace|llevan) tiempo sin comprar, nunca compraron, melhores clientes,
    clientes (inativos|perdidos|únicos), (novos|nuevos|new) (ou|o|or|y|and|e) (recorrentes|recurrentes|returning), dias sem
    comprar, días sin comprar, nunca comprou`,
  order_state: `unpaid, not paid, pending payment, awaiting payment, order status, cancelled, canceled, voided, refunded, returned, disputed,
    fulfilled, unfulfilled, paid, shipped, test orders, sin pagar, impago, impagos, pendiente de pago, pendientes de pago, por
    pagar, por cobrar, sin cobrar, cancelado, cancelados, cancelada, canceladas, anulado, anulados, anuladas, reembolsado,
    reembolsados, devueltos, devueltas, devolvieron, devolvió, devuelto, pagados, pagado, enviados, a pagar, não pago, não pagos,
    aguardando pagamento, estornado, devolvidos, pagos, shipping status, delivery, delivered, tracking, tracking number,
    dispatched, to ship, awaiting shipment, on hold, processing, por enviar, para despachar, despachado, despachados, entregado,
    entregados, en camino, seguimiento, completados, finalizados, terminados, en preparación, para enviar, entregues, em trânsito,
    rastreio, confirmados`,
  product_state: `draft products, drafts, hidden, archived, published, unpublished, live products, borrador, borradores, oculto, ocultos, ocultas,
    archivado, archivados, publicado, publicados, despublicado, visibles, rascunho, rascunhos, arquivado, ativos`,
  mercado_libre: `Mercado Libre, MercadoLibre, Mercado Livre, MercadoLivre, Meli, ML, marketplace, marketplaces`,
  listing: `listing, listings, publicación, publicaciones, avisos, aviso, item listed, anúncio, anúncios, publicação, publicações, catálogo de
    Mercado Libre`,
  question: `question, questions, ask, asks, asked, asking, inquiry, inquiries, unanswered, answered, reply, replied, respond, pregunta,
    preguntas, preguntó, preguntaron, preguntan, preguntando, consulta de, consultas, consultaron, responder, respuesta,
    contestar, contestada, contestadas, sin responder, sin contestar, pergunta, perguntas, perguntou, perguntaram, sem resposta,
    dúvida, dúvidas`,
  recovered: `recovered, recover, recovery, came back, won back, recuperado, recuperados, recuperadas, recuperaron, recuperamos, recuperó,
    recuperación, volvieron a comprar, recuperou, recuperaram, recuperação, (recovery|recover) (link|links|url|urls),
    (link|links|enlace|enlaces|URL|URLs) de recuperación, (link|links|enlace|enlaces) (to|para) (recover|recuperar)`,
  journey: `journey, customer journey, UTM, first touch, last touch, first click, last click, attribution, attributed, came from, come from,
    where (did|do) (they|the|our|my) (buyers|customers|orders|sales|purchases), path to purchase, touchpoints, recorrido, primer
    contacto, último contacto, primer clic, último clic, atribución, (de dónde|por dónde)
    (vino|vinieron|salió|salieron|vienen|llegó|llegaron), de qué (anuncio|campaña|canal|fuente), qué (anuncio|campaña|canal)
    trajo, jornada, de (onde|qual) (veio|vieram|campanha|anúncio), primeiro clique, último clique, atribuição`,
  fee: `fee, fees, commission, commissions, charges, comisión, comisiones, cargo, cargos, comissão, comissões, tarifas, tarifa de venta`,
}
