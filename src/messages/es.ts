// The sentences and labels of `en.ts` in Spanish, in words that marketers of Latin America and of Spain use.
import { actions_es } from '#messages/actions/es.ts'
import { alerts_es } from '#messages/alerts/es.ts'
import { connecting_es } from '#messages/connecting/es.ts'
import { fields_es } from '#messages/fields/es.ts'
import type { Key } from '#messages/message.ts'
import { pictures_es } from '#messages/pictures/es.ts'
import { rules_es } from '#messages/rules/es.ts'
import { settings_es } from '#messages/settings/es.ts'
import { shop_actions_es } from '#messages/shop_actions/es.ts'
import { sources_es } from '#messages/sources/es.ts'
import { sums_es } from '#messages/sums/es.ts'

export const es: Record<Key, string> = {
  // ---- partes de frases ----------------------------------------------------------------------------------------------------
  sentences: '{sentences}',
  sentence: '{text}.',
  quoted: '«{text}»',
  change: ' ({percent})',
  against_before: 'Frente al periodo anterior: {parts}.',
  in_period: 'En este periodo: {parts}.',
  nothing_known: 'No se conoce ninguna cifra de este periodo; consulta las notas.',

  ...sources_es,

  // ---- clases de fuentes ---------------------------------------------------------------------------------------------------
  'group.ads': 'plataformas de anuncios',
  'group.web': 'analítica web',
  'group.seo': 'búsqueda orgánica',
  'group.sales': 'tienda o marketplace',
  'group.store': 'tienda',
  'group.carts': 'tienda o plataforma de email',
  'group.email': 'plataforma de email',
  'group.social': 'red social',
  'group.metric_source': 'fuente {title}',
  'metric_source.store': 'Tienda',
  'metric_source.social_ads': 'Anuncios en redes sociales',
  'metric_source.search_ads': 'Anuncios de búsqueda',
  'metric_source.short_video_ads': 'Anuncios de video corto',
  'metric_source.network_ads': 'Anuncios en la red profesional',
  'metric_source.micro_blog_ads': 'Anuncios en microblogs',
  'metric_source.marketplace_ads': 'Anuncios de marketplace B',
  'metric_source.web_analytics': 'Analítica web',
  'metric_source.seo': 'Búsqueda orgánica',
  'metric_source.social': 'Redes sociales orgánicas',
  'metric_source.email': 'Email',
  'metric_source.crm': 'CRM',
  'metric_source.marketplace_a': 'Marketplace A',
  'metric_source.marketplace_b': 'Marketplace B',
  'metric_source.product_feed': 'Feed de productos',
  'metric_source.behavior': 'Analítica de comportamiento',

  // ---- notas sobre cifras --------------------------------------------------------------------------------------------------
  'rate.missing': '{amount} de {sum} quedan fuera de los totales: no hay tipo de cambio a {currency} para esas fechas.',
  'rate.missing_before':
    '{amount} de {sum} del periodo anterior quedan fuera de los totales: no hay tipo de cambio a {currency} para esas fechas.',
  'rate.missing_year_before':
    '{amount} de {sum} de un año antes quedan fuera de los totales: no hay tipo de cambio a {currency} para esas fechas.',
  'rate.filled': 'Los días sin tipo de cambio publicado usan el último anterior: {currencies}.',
  'rate.filled_days': '{currency} ({count, plural, one {# día} other {# días}})',
  'web.inexact': 'Algunas cifras no son exactas: {reasons}.',
  'web.sampled': 'con muestreo ({count, plural, one {# fila} other {# filas}})',
  'web.thresholded':
    'con umbrales, es decir, sin los números pequeños para proteger a las personas ({count, plural, one {# fila} other {# filas}})',
  'web.other_row': 'con valores poco frecuentes agrupados como (other) ({count, plural, one {# fila} other {# filas}})',
  'web.truncated': 'solo con las primeras filas ({count, plural, one {# fila} other {# filas}})',
  'web.other_hours': 'contadas en 24 horas que no son las del día ({count, plural, one {# fila} other {# filas}})',
  'people.not_added_up':
    '{metric} no se puede sumar, porque la misma persona puede estar en varias filas. Agrupa por {dimensions}.',
  'group.part':
    '{unit, select, week {La semana} other {El mes}} del {first} solo tiene los días del {from} al {to}. No se puede comparar con {unit, select, week {una completa} other {uno completo}}.',
  'filter.no_row': 'Ninguna fila de estos días tiene {value} en «{dimension}».',
  'filter.no_part': 'Ninguna fila de estos días contiene {value} en «{dimension}».',
  'filter.no_row_nearest':
    'Ninguna fila de estos días tiene {value} en «{dimension}». Los valores más parecidos: {nearest}.',
  'customers.returning':
    'returning_customers cuenta pedidos de clientes que ya habían comprado: cuenta cada pedido, así que no es un número de personas.',
  'webhooks.not_public':
    'BASE_URL no es una dirección https pública, así que las plataformas no pueden enviar webhooks.',
  'webhooks.no_secret': 'Tablero no conoce el secreto de la aplicación, así que no podría comprobar los webhooks.',
  'date_to.unused': 'No se usó date_to, porque solo cuenta junto con date_from.',

  // ---- resúmenes -----------------------------------------------------------------------------------------------------------
  'kpi.ad_spend': 'gasto en anuncios {amount}{change}',
  'kpi.store_revenue': 'ingresos de tiendas y marketplaces {amount}{change}',
  'kpi.store_roas': 'ROAS de la tienda {ratio}{change}',
  'kpi.up_to': '{part} hasta el {date}',
  'kpi.divided_days': '{ratios} {count, plural, one {divide sumas} other {dividen sumas}} del {from} al {to}.',
  'kpi.sessions': '{count, plural, one {# sesión} other {# sesiones}}{change}',
  'channel.spent': '{platform} gastó {amount}{change}',
  'channel.spent_roas': '{platform} gastó {amount}{change}, ROAS {roas}{roas_change}',
  'campaign.best': 'Mejor campaña: {name} (ROAS {roas}).',
  'campaign.worst': 'La peor: {name} (ROAS {roas}).',
  'email.none': 'No se envió ninguna campaña de email en este periodo.',
  'email.none_known': 'No consta que se haya enviado ninguna campaña de email en este periodo.',
  'email.sent': '{count, plural, one {# campaña enviada} other {# campañas enviadas}}',
  'email.sent_clicked':
    '{count, plural, one {# campaña enviada} other {# campañas enviadas}} con una tasa de clics de {rate}{change}',
  'email.best': 'La mejor: {name} ({rate}).',
  'seo.clicks': '{count, plural, one {# clic} other {# clics}} de búsqueda orgánica{change}',
  'seo.position': 'posición media {position}',
  'seo.best': 'la consulta {query} fue la que más trajo, con {count, plural, one {# clic} other {# clics}}',
  'store.orders': '{count, plural, one {# pedido} other {# pedidos}} por {amount}{change}',
  'store.best': '{product} fue lo más vendido',
  'store.carts': 'hay {amount} en carritos abandonados',
  'diagnosis.metric':
    '{metric}: {metric, select, roas {lo que se atribuyen las plataformas de anuncios, dividido entre lo que costaron los anuncios} revenue {ventas que se atribuyen las plataformas de anuncios; las de varias plataformas se solapan} spend {lo que costaron los anuncios} other {pedidos de tiendas y marketplaces antes de reembolsos}}',
  'diagnosis.unknown':
    'No se conoce {metric, select, roas {el cambio del ROAS} revenue {el cambio de los ingresos atribuidos} spend {el cambio del gasto en anuncios} other {el cambio de los ingresos de la tienda}}: las cifras de los periodos no se pueden comparar; consulta las notas.',
  'diagnosis.same':
    '{metric, select, roas {El ROAS no cambió} revenue {Los ingresos atribuidos no cambiaron} spend {El gasto en anuncios no cambió} other {Los ingresos de la tienda no cambiaron}}: {current} en ambos periodos.',
  'diagnosis.rose':
    '{metric, select, roas {El ROAS subió} revenue {Los ingresos atribuidos subieron} spend {El gasto en anuncios subió} other {Los ingresos de la tienda subieron}} de {previous} a {current}{change}.',
  'diagnosis.fell':
    '{metric, select, roas {El ROAS bajó} revenue {Los ingresos atribuidos bajaron} spend {El gasto en anuncios bajó} other {Los ingresos de la tienda bajaron}} de {previous} a {current}{change}.',
  'diagnosis.leading': 'Lo que más influyó: {effects}.',
  'diagnosis.until':
    'Las cifras se conocen hasta el {date}, así que se compara el mismo número de días de ambos periodos.',
  'diagnosis.effect': '{campaign} ({channel}) {effect}',
  'diagnosis.direct': 'directo o desconocido',
  'diagnosis.no_campaign': 'sin campaña',
  'diagnosis.other_channels': 'otros canales',

  // ---- conexiones ----------------------------------------------------------------------------------------------------------
  'health.ok': 'Se sincroniza y trae filas.',
  'health.suspect':
    'Las filas guardadas pueden estar incompletas o ser erróneas: en una lectura faltaron filas o llegaron varias para una, o el total de la plataforma es distinto.',
  'health.empty_sync': 'Se sincroniza sin errores, pero no trae filas; un cero pueden ser datos que faltan.',
  'health.stale': 'Lleva más de un día sin sincronizarse; las cifras pueden ser antiguas.',
  'health.error': 'La última sincronización falló; las cifras son las de antes.',
  'health.needs_reconnection': 'La plataforma ya no acepta el acceso; una persona tiene que volver a conectarla.',
  'health.never_synced': 'Ninguna sincronización ha terminado todavía, así que no hay cifras.',
  'health.account_lost':
    'Una cuenta que se leía ya no se lee y falta en las cifras de los días siguientes; está en list_connections_detail.',
  'health.denied':
    'La plataforma no da acceso a una cuenta o a un tipo de datos, que falta en las cifras; lo leído no está en duda. list_connections_detail dice cuál y por qué. Da el permiso que falta en la plataforma, o vuelve a conectar.',
  'health.refused':
    'La plataforma no da acceso a ninguna cuenta, así que no se lee nada nuevo; list_connections_detail tiene los motivos. Da el permiso que falta en la plataforma, o vuelve a conectar.',
  'sync.unreadable': 'valores que no se pudieron leer: {count}, en inglés «{what}»',
  'listing.frozen': 'Una publicación con el estado {status} no se puede modificar.',
  'listing.has_sales': 'El título ya no se puede cambiar, porque la publicación tiene ventas.',
  'listing.title_is_written': 'El marketplace A escribe el título de esta publicación, así que no se puede cambiar.',
  'listing.title_unknown':
    'No se sabe si el título se puede cambiar. Una venta lo impide, y el marketplace A escribe algunos títulos.',
  'connect.missing': 'Abre el enlace para conectar {platform}.',
  'connect.needs_reconnection': 'Abre el enlace para volver a conectar {platform}; ya no acepta el acceso.',
  'connect.connected': 'Ya hay una cuenta de {platform} conectada; abre el enlace para conectar otra.',
  ...actions_es,
  ...alerts_es,
  ...rules_es,
  ...connecting_es,
  ...fields_es,
  ...settings_es,
  ...shop_actions_es,
  ...sums_es,
  'platform.gx_ads': 'anuncios de búsqueda',
  'platform.mx_ads': 'anuncios en redes sociales',
  'platform.gx_analytics': 'analítica web',
  'platform.seo_console': 'búsqueda orgánica',
  'platform.sx': 'plataforma de tienda A',
  'platform.tnx': 'plataforma de tienda B',
  'platform.mpa': 'marketplace A',
  'platform.email_a': 'plataforma de email A',
  'platform.social_a': 'red social orgánica A',
  'platform.mpb_sp': 'marketplace B',
  'platform.mpb_ads': 'anuncios de marketplace B',
  'platform.net_c': 'red profesional',
  'platform.net_c_ads': 'anuncios en la red profesional',
  'platform.tx_ads': 'anuncios de video corto',
  'platform.store_c': 'plataforma de tienda C',
  'platform.heat_a': 'analítica de comportamiento',
  'platform.email_b': 'plataforma de email B',
  'platform.email_c': 'plataforma de email C',
  'platform.net_d_ads': 'anuncios en microblogs',
  'platform.merchant_feed': 'feed de productos',

  // ---- nombres de cifras ---------------------------------------------------------------------------------------------------
  'label.ad_spend': 'Gasto en anuncios',
  'label.store_revenue': 'Ingresos de la tienda',
  'label.refunds': 'Reembolsos',
  'label.store_revenue_net': 'Ingresos netos de la tienda',
  'label.orders': 'Pedidos',
  'label.blended_ad_roas': 'ROAS combinado de anuncios',
  'label.store_roas': 'ROAS de la tienda',
  'label.mer': 'MER',
  'label.new_customers': 'Clientes nuevos',
  'label.returning_customers': 'Pedidos de clientes recurrentes',
  'label.new_customer_revenue': 'Ingresos de clientes nuevos',
  'label.returning_customer_revenue': 'Ingresos de clientes recurrentes',
  'label.cac': 'CAC',
  'label.sessions': 'Sesiones',
  'label.seo_clicks': 'Clics de búsqueda orgánica',
  'label.spend': 'Gasto',
  'label.revenue': 'Ingresos atribuidos',
  'label.roas': 'ROAS',

  ...pictures_es,
}
