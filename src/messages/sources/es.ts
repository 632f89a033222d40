// Notes about sources, in Spanish.
import type { sources_en } from './en.ts'

export const sources_es = {
  'source.account_lost':
    '{source} ya no lee la cuenta {account}, que falta en las cifras desde el {date}. Motivo en inglés: «{reason}»',
  'source.disconnected':
    'La conexión {source} está desconectada y sus cifras quedan fuera; vuelve a conectarla para verlas.',
  'source.duplicate':
    '{source} incluye cuentas que también incluye {other}, así que se cuentan una sola vez; desconecta una de las dos.',
  'source.shared':
    '{count, plural, one {Una cuenta de {source} también está en {other} y se cuenta allí.} other {# cuentas de {source} también están en {other} y se cuentan allí.}}',
  'source.former_settings':
    'La configuración de {source} cambió. Sus registros anteriores al {date} cuentan según la anterior hasta que se vuelvan a leer.',
  'source.lost': 'Es posible que {source} haya perdido filas. Motivo en inglés: «{reason}»',
  'source.emptied':
    '{source} ya no informa las filas del {date}{earlier, plural, =0 {} one { ni las de # día anterior} other { ni las de # días anteriores}} que había informado, así que cuentan como cero.',
  'source.hole':
    '{source} no dio ninguna fila del {date}{earlier, plural, =0 {} one { ni de # día anterior} other { ni de # días anteriores}}, junto a días con muchas. No se conocen las cifras con un día así; se vuelve a leer.',
  'source.hole_confirmed':
    '{source} no dio ninguna fila del {date}{earlier, plural, =0 {} one { ni de # día anterior} other { ni de # días anteriores}}, junto a días con muchas, y tampoco hay ninguna en lecturas posteriores o en su propio total, así que cuenta como cero.',
  'source.unfinished': '{source} aún no ha terminado su primera sincronización, así que no tiene cifras.',
  'source.empty':
    '{source} se sincroniza sin errores, pero todavía no ha traído ninguna fila; un cero suyo son datos que faltan.',
  'source.empty_since':
    '{source} se sincroniza sin errores, pero no trae filas desde el {date}; un cero suyo son datos que faltan.',
  'source.stale': '{source} lleva tiempo sin sincronizarse.',
  'source.error': '{source} no se puede sincronizar.',
  'source.error_because': '{source} no se puede sincronizar. Motivo en inglés: «{reason}»',
  'source.needs_reconnection': 'Hay que volver a conectar {source}.',
  'source.never_synced': '{source} nunca se ha sincronizado.',
  'source.denied_now': '{source} ya no puede leer la cuenta {account}. Motivo en inglés: «{reason}»',
  'source.part_denied':
    '{source} no puede leer los reembolsos ni las comisiones de la cuenta {account}, así que no se conocen. Motivo en inglés: «{reason}»',
  'source.part_not_permitted':
    '{source} no permite una parte de sus cifras, que falta en ellas. Motivo en inglés: «{reason}»',
  'source.permit':
    '{source}: lo leído no está en duda. Da el permiso que falta en la plataforma, o vuelve a conectar con un acceso que lo tenga; la siguiente sincronización lee el resto.',
  'source.left_out':
    '{source} no puede leer la cuenta {account}, que queda fuera. Motivo en inglés: «{reason}»{others, plural, =0 {} one { Otra cuenta más queda fuera; está en list_connections_detail.} other { Otras # cuentas quedan fuera; están en list_connections_detail.}}',
  'source.records_since':
    '{source} tiene registros desde el {date}; los anteriores aún no están guardados o la plataforma no los entrega.',
  'source.refunds_since': '{source} tiene pedidos desde el {date}; los reembolsos de pedidos anteriores quedan fuera.',
  'source.day_zone': '{source}: {zone}',
  'source.other_days':
    'Algunos días de anuncios son de otra zona horaria que los de las ventas ({own}), así que las razones entre ambos no son exactas en pocos días: {sources}.',
  'source.reports_none': '{source} no informa cifras de este tipo, así que no la incluyen.',
  'source.no_days': '{source} no tiene cifras de este tipo por día, así que no la incluyen; {tool} tiene sus totales.',
  'source.being_read': '{source} todavía se está leyendo, así que aún no se conocen sus cifras.',
  'source.data_since': '{source} tiene datos desde el {date}; no se conocen las cifras de días anteriores.',
  'source.data_until': '{source} tiene datos hasta el {date}.',
  'source.no_whole_day': '{source} todavía no tiene ningún día completo.',
  'stock.being_read': '{source} aún no ha leído todos sus productos, así que no se conoce el inventario.',
  'stock.left_out':
    '{source} no puede leer los productos, así que el inventario no los incluye. Motivo en inglés: «{reason}»',
  'stock.read_on': 'El inventario de {source} es el del {date}, cuando se leyeron por última vez sus productos.',
  more_notes:
    '{count, plural, one {Hay # nota más como esta sobre otra conexión; consulta list_connections.} other {Hay # notas más como estas sobre otras conexiones; consulta list_connections.}}',
  unsettled: 'Los días recientes aún pueden cambiar, porque las plataformas corrigen sus cifras: {platforms}.',
  'unsettled.platform': '{platform} después del {date}',
  today_is_open:
    'El día de hoy no ha terminado, así que el periodo no está completo y los cambios comparan una parte de hoy con un día entero.',
  today_alone: 'El día de hoy no ha terminado, así que no tiene variación frente a un día entero.',
  'checkouts.none': '{source} no guarda carritos abandonados, así que no aparece ninguno suyo.',
  'pagescore.failed': '{why} ({detail})',
  'pagescore.not_loaded': 'No se pudo cargar la página.',
  'pagescore.http_error': 'El servidor respondió con un error en lugar de la página.',
  'pagescore.not_html': 'La dirección lleva a un archivo que no es una página web.',
  'pagescore.nothing_painted': 'La página no mostró nada, así que no hubo nada que medir.',
  'pagescore.no_figures': 'El informe no tiene cifras de la página.',
  'pagescore.refused_address': 'La página lleva a una dirección que no es pública.',
  'pagescore.timed_out': 'La página no cargó dentro del tiempo de una medición.',
  'pagescore.too_large': 'La página ocupó más memoria de la que una medición puede ocupar.',
  'pagescore.crashed': 'El navegador terminó antes de medir la página.',
  'pagescore.busy_service': 'PageSpeed Insights no acepta más mediciones por ahora.',
  'pagescore.refused_key': 'PageSpeed Insights no acepta la clave de PAGESPEED_API_KEY.',
  'pagescore.service_failed': 'PageSpeed Insights no midió la página.',
  'funnel.events_not_paths':
    'El embudo cuenta eventos, no recorridos: una visita puede tener un evento varias veces, o sin el paso anterior.',
  'social.followers_unread':
    '{count, plural, one {El total de seguidores de un día no se leyó, así que es nulo; las redes lo dan solo para hoy.} other {Los totales de seguidores de # días no se leyeron, así que son nulos; las redes los dan solo para hoy.}}',
  'group.absent': 'Falta conectar: {group}. No se conocen sus cifras.',
  'group.all_absent':
    'Falta conectar: {group}. No se conoce ninguna cifra; la conexión se hace en ajustes, conexiones.',
  'sql.nothing_fills':
    'Ninguna plataforma conectada llena {tables}, así que no se {count, plural, one {conocen sus filas} other {conocen las filas de estas tablas}}.',
  'group.sums_until': 'Las cifras de {group} suman los días hasta el {date}.',
  'group.sums_until_compared':
    'Las cifras de {group} suman los días hasta el {date} y se comparan con el mismo número de días.',
  'group.all_sums_until':
    'Todas las cifras de {group}, también las de cada plataforma, suman los días hasta el {date}.',
  'group.all_sums_until_compared':
    'Todas las cifras de {group}, también las de cada plataforma, suman los días hasta el {date} y se comparan con el mismo número de días.',
  'group.asked_alone': 'De {group}, cada una tiene sus propios días cuando se pide sola.',
  'group.nothing_before': 'De {group} hay datos desde el {date}; antes de ese día no hay con qué comparar.',
  'group.since': 'de {group} hay datos desde el {date}',
  'margin.no_cost':
    'No se conoce el costo de los productos vendidos, así que el costo y el margen no tienen valor. Los costos se leen de las tiendas o se fijan por SKU.',
  'margin.some_lack':
    'Algunas líneas de pedido no tienen un costo conocido. Las sumas que necesitan todos los costos no tienen valor.',
  'margin.share':
    'Se conoce el costo del {share} de los ingresos de las líneas de pedido. Las sumas que necesitan todos los costos no tienen valor.',
  'margin.share_of':
    'Se conoce el costo del {share} de los ingresos de las líneas de pedido ({costed} de {revenue}, que costaron {cost}). Las sumas que necesitan todos los costos no tienen valor.',
  'year_before.unknown': 'No se conocen las cifras del año anterior: {groups}.',
  'customers.no_beginning':
    'Los clientes nuevos y recurrentes solo se conocen si están guardados todos los pedidos desde el primero; por eso sus cifras son null.',
} satisfies Record<keyof typeof sources_en, string>
