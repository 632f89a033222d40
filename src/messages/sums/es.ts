// Names of sums, and what sums mix and leave out, in Spanish.
import type { sums_en } from './en.ts'

export const sums_es = {
  'amounts.differ':
    'Cada plataforma define los ingresos de forma distinta, así que su suma mezcla importes: {platforms}.',
  'amounts.with_all': '{platform} con envío e impuestos',
  'amounts.without_both': '{platform} sin envío ni impuestos',
  'amounts.without_shipping': '{platform} sin envío',
  'amounts.without_tax': '{platform} sin impuestos',
  'source.currency_changed':
    '{source}: la cuenta {account} cambió su moneda de {before} a {currency} el {date}. Los días anteriores conservan los importes leídos en {before}, y ese día puede mezclar ambas.',
  'source.currency_of_older':
    '{source}: los días de la cuenta {account} anteriores al {date} se leyeron por primera vez después de que su moneda cambió de {before} a {currency}. Sus importes tienen el código {currency} y pueden ser importes en {before}.',
  'source.part_of_day':
    '{source}: el {date}{earlier, plural, =0 {} one { y # día anterior} other { y # días anteriores}} de la cuenta {account} puede ser demasiado bajo. El resto nunca se leyó, porque cambió la moneda.',
  'source.zone_changed':
    '{source}: la cuenta {account} cambió su zona horaria de {before} a {zone} el {date}. Del {since} a ese día, algunas horas pueden contarse dos veces o ninguna.',
  'source.zone_of_older':
    '{source}: los días de la cuenta {account} anteriores al {date} se leyeron por primera vez después de que su zona horaria cambió de {before} a {zone}. Algunas horas alrededor de ese día pueden contarse dos veces o ninguna.',
  'source.too_many_impressions':
    '{source} contó demasiadas impresiones del {from} al {to}, según la propia plataforma. Las impresiones, el CTR y la posición de esos días no son comparables con los de otros. Los clics sí.',
  'lists.unread':
    'La lista de {list} de {source} no está leída por completo, así que a las filas les falta lo que dice, como nombres y estados.',
  'lists.unread_filter':
    'La lista de {list} de {source} no está leída por completo, así que no se sabe qué filas tienen lo que pide el filtro. Estas cifras no se conocen.',
  'lists.old':
    'La lista de {list} de {source} se leyó por última vez el {date}. Un filtro por nombres o estados deja fuera lo que los tiene desde entonces.',
  'filter.contained': 'La cuenta {account} es parte de otra cuenta que se lee, así que sus cifras cuentan allí.',
  'filter.unchosen': 'La cuenta {account} no está elegida, así que no se lee y sus cifras no se conocen.',
  'filter.withheld':
    'La plataforma oculta los valores poco frecuentes, así que la falta de filas con el filtro no es un cero: estas cifras no se conocen.',
  'source.beside_denied': '{source} no puede leer {what} de la cuenta {account}, así que faltan: {reason}',
  'list.bodies': 'los textos',
  'list.visits': 'las visitas',
  'list.social_follower_daily': 'los totales de seguidores',
  'list.social_stories': 'las historias',
  'list.ad_campaigns': 'campañas',
  'list.ad_groups': 'grupos de anuncios',
  'list.ads': 'anuncios',
  'list.email_campaigns': 'envíos',
  'list.store_products': 'productos',
  'list.feed_products': 'productos del feed',
  'sales.unknown_refunds':
    '{count, plural, one {No se conoce el importe de # reembolso, así que las sumas de reembolsos no lo incluyen.} other {No se conocen los importes de # reembolsos, así que las sumas de reembolsos no los incluyen.}}',
  'sales.unknown_fees':
    '{count, plural, one {No se conoce la comisión de # pedido, así que las sumas de comisiones no la incluyen.} other {No se conocen las comisiones de # pedidos, así que las sumas de comisiones no las incluyen.}}',
  'sales.unknown_prices':
    '{count, plural, one {# pedido aún no tiene precio, así que las sumas de ingresos y los promedios no lo incluyen.} other {# pedidos aún no tienen precio, así que las sumas de ingresos y los promedios no los incluyen.}}',
  'sales.unknown_shipping':
    '{count, plural, one {No se conoce el envío a cargo del vendedor de # pedido, así que no se conocen ni su suma ni el monto a recibir de todos los pedidos.} other {No se conoce el envío a cargo del vendedor de # pedidos, así que no se conocen ni su suma ni el monto a recibir de todos los pedidos.}}',
  'source.no_rows': '{source} todavía no ha traído ninguna fila; un cero suyo son datos que faltan.',
  'source.no_rows_since': '{source} no trae filas desde el {date}; un cero suyo son datos que faltan.',
  'sums.unknown': 'Algunas filas no indican ningún valor y las sumas no las incluyen: {sums}.',
  'totals.of_some_accounts':
    '{count, plural, one {El total de # día es} other {Los totales de # días son}} null, porque no se leyeron todas las cuentas. Pida por cuenta los de las que se leyeron.',
  'sums.unknown_previous':
    'Algunas filas del periodo anterior no indican ningún valor y sus sumas no las incluyen: {sums}.',
  'sums.unknown_year_before':
    'Algunas filas de un año antes no indican ningún valor y las sumas de entonces no las incluyen: {sums}.',
  'sums.unknown_rows': '{sum} ({count, plural, one {# fila} other {# filas}})',
  'sales.imported':
    '{count, plural, one {# pedido que una tienda importó de {platform} se cuenta allí y queda} other {# pedidos que las tiendas importaron de {platform} se cuentan allí y quedan}} fuera de los totales de las tiendas.',
  'sales.maybe_imported':
    "{count, plural, one {# pedido de una tienda tiene un canal que parece {platform} (''{channel}'') y puede contarse dos veces.} other {# pedidos de tiendas tienen un canal que parece {platform} (como ''{channel}'') y pueden contarse dos veces.}} El ajuste imported_channels de la tienda dice qué canales son importados.",
  'sales.shipped_only':
    '{count, plural, one {# pedido que un marketplace solo envió se cuenta en su tienda y queda} other {# pedidos que un marketplace solo envió se cuentan en sus tiendas y quedan}} fuera de los totales de los marketplaces.',
  'state.orders':
    '{source}: {count, plural, one {# pedido del {from} al {to} tiene un estado} other {# pedidos del {from} al {to} tienen estados}} que Tablero no conoce ({states}). {count, plural, one {No cuenta} other {No cuentan}} en ninguna cifra.',
  'state.orders_worth':
    '{source}: {count, plural, one {# pedido del {from} al {to} tiene un estado} other {# pedidos del {from} al {to} tienen estados}} que Tablero no conoce ({states}), por {amounts}. {count, plural, one {No cuenta} other {No cuentan}} en ninguna cifra.',
  'state.broadcasts':
    '{source}: {count, plural, one {# campaña de email del {from} al {to} tiene un estado} other {# campañas de email del {from} al {to} tienen estados}} que Tablero no conoce ({states}). {count, plural, one {No cuenta} other {No cuentan}} en ninguna cifra.',
  'source.reports_none_of': '{source} no informa {subject}, así que sus cifras no la incluyen.',
  'subject.carts': 'carritos abandonados',
  'source.no_whole_day_since':
    '{source} tiene datos desde el {date} y todavía ningún día completo; no se conocen las cifras de días anteriores.',
  'sql.mixed_currencies':
    'Las cuentas de {name} tienen importes en {currencies}, y la consulta no nombra la moneda. Una suma de más de una de ellas no es un importe: agrupa por currency o convierte cada importe con fx_rates.',
  'state.orders_of_connection': 'Los pedidos en estados que Tablero no conoce ({states}) no cuentan en ninguna cifra.',
  'state.broadcasts_of_connection':
    'Las campañas de email en estados que Tablero no conoce ({states}) no cuentan en ninguna cifra.',
  'state.setting': 'El ajuste {setting} de la conexión dice qué significa un estado.',
  'sum.spend': 'gasto',
  'sum.conversion_value': 'valor de conversión',
  'sum.revenue': 'ingresos',
  'sum.refunds': 'reembolsos',
  'sum.net_revenue': 'ingresos netos',
  'sum.product_revenue': 'ingresos por productos',
  'sum.new_customer_revenue': 'ingresos de clientes nuevos',
  'sum.returning_customer_revenue': 'ingresos de clientes recurrentes',
  'sum.customers': 'clientes',
  'sum.new_customers': 'clientes nuevos',
  'sum.returning_customers': 'clientes recurrentes',
  'sum.discount': 'descuentos',
  'sum.seller_shipping': 'envíos a cargo del vendedor',
  'sum.shipping': 'envíos',
  'sum.tax': 'impuestos',
  'sum.fees': 'comisiones',
  'sum.payout': 'montos a recibir',
  'sum.margin_revenue': 'ingresos de líneas de pedido',
  'sum.costed_revenue': 'ingresos con costo conocido',
  'sum.cost': 'costo',
  'sum.gross_margin': 'margen bruto',
  'sum.value': 'valor de carritos',
  'sum.recovered_value': 'valor de carritos recuperados',
  'sum.opens': 'aperturas',
  'sum.broadcast_opens': 'aperturas',
  'sum.broadcast_clicks': 'clics',
  'sum.broadcast_delivered': 'emails entregados',
  'sum.clicks': 'clics',
  'sum.delivered': 'entregados',
  'sum.unsubscribes': 'bajas',
  'sum.impressions': 'impresiones',
  'sum.engagements': 'interacciones',
  'sum.conversions': 'conversiones',
  'sum.followers': 'seguidores',
  'sum.reach': 'alcance',
  'sum.profile_views': 'visitas al perfil',
} satisfies Record<keyof typeof sums_en, string>
