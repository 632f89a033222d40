// What rules recommend, in Spanish.
import type { rules_en } from '#messages/rules/en.ts'

export const rules_es: Record<keyof typeof rules_en, string> = {
  'rule.roas_below_one.title': 'Pausa {name} o cámbiala: cuesta más de lo que aporta',
  'rule.roas_below_one.text':
    'Del {from} al {to} costó {spend} y la plataforma le atribuye {revenue} de ventas. Contando con el azar, su ROAS es como mucho {most}.',
  'rule.campaign_without_conversions.title': '{name} gasta y no tiene conversiones',
  'rule.campaign_without_conversions.text':
    'Del {from} al {to} costó {spend}. Otras campañas de la cuenta tuvieron unas {expected} conversiones por lo mismo.',
  'rule.budget_lost.title': 'Sube el presupuesto de {name}: gana, y su presupuesto se acaba antes de tiempo',
  'rule.budget_lost.text':
    'Del {from} al {to} su presupuesto le quitó {lost} de las impresiones posibles. Del {valued_from} al {valued_to}, días cuyas ventas ya llegaron, costó {spend}. Contando con el azar, su ROAS de esos días es al menos {least}.',
  'rule.pacing.title': '{name} no va a gastar su presupuesto',
  'rule.pacing.text':
    'Termina el {end}. Al ritmo de la última semana, para entonces se habrán gastado {spent} de {budget}.',
  'rule.creative_fatigue.title': 'Cambia el creativo {name}: la gente lo ha visto demasiado',
  'rule.creative_fatigue.text':
    'Del {from} al {to} su tasa de clics fue {fall} más baja que en su primera semana, y un clic costó {rise} más.',
  'rule.search_terms.title': 'Excluye la búsqueda {term}',
  'rule.search_terms.text':
    '{count, plural, one {Del {from} al {to} llevó # clic a {campaign}, costó {spend} y no vendió nada.} other {Del {from} al {to} llevó # clics a {campaign}, costó {spend} y no vendió nada.}}',
  'rule.spend_without_sessions.title': 'Revisa los enlaces y etiquetas de {name}: sus clics no llegan',
  'rule.spend_without_sessions.text':
    'Del {from} al {to} hubo {clicks} clics en sus anuncios por {spend}, y la analítica web contó {sessions} sesiones de ellos.',
  'rule.claims_beyond_sales.title':
    'Revisa la medición de conversiones: los anuncios se atribuyen más de lo que vendieron las tiendas',
  'rule.claims_beyond_sales.text':
    'Del {from} al {to} las plataformas de anuncios se atribuyen {claimed} de ventas. Del {from} al {sold_to} todas las tiendas y marketplaces vendieron {revenue}.',
  'rule.carts_rising.title': 'Los clientes abandonan más carritos que antes',
  'rule.carts_rising.text':
    'Del {from} al {to} se abandonaron {count} carritos, el {now} de todos. En las dos semanas anteriores fue el {before}.',
  'rule.advertised_stock_out.title': 'Hay anuncios que llevan a {product}, que está agotado',
  'rule.advertised_stock_out.text':
    '{count, plural, one {# anuncio activo lleva a él, y costó {spend} del {from} al {to}.} other {# anuncios activos llevan a él, y costaron {spend} del {from} al {to}.}}',
  'rule.slow_page.title': '{url} es lenta',
  'rule.slow_page.text': 'Una cuarta parte de sus visitantes ({device}) espera más de {seconds} segundos su contenido.',
  'rule.unanswered_questions.title':
    '{count, plural, one {Responde # pregunta en {name}} other {Responde # preguntas en {name}}}',
  'rule.unanswered_questions.text': 'La más antigua espera desde hace {hours} horas.',
  'rule.unanswered_questions.days': 'La más antigua espera desde hace {days} días.',
  'rule.sick_connection.title': '{name}: sus cifras no son fiables',
  'rule.drift.title': '{name}: las filas no suman el total de la plataforma',
  'rule.drift.text':
    '{count, plural, one {# día entre el {from} y el {to} suma otra cosa que lo que dice la plataforma, también después de leerlo de nuevo.} other {# días entre el {from} y el {to} suman otra cosa que lo que dice la plataforma, también después de leerlos de nuevo.}}',
  'rule.dead_webhook.title': 'El webhook {name} no recibe nada',
  'rule.dead_webhook.failing': 'Todas las entregas del último día fallaron.',
  'rule.dead_webhook.off': 'Tablero lo apagó, porque su dirección no aceptaba entregas.',
  'rule.feed_errors.title':
    '{count, plural, one {# producto de {name} no se muestra} other {# productos de {name} no se muestran}}',
  'rule.feed_errors.text': 'La plataforma dice: {reason}. El feed tiene {all} productos.',
  'rule.mail_list_without_sending.title': 'Escribe a los suscriptores de {name}',
  'rule.mail_list_without_sending.text': '{count} contactos llevan {days} días sin una campaña.',
  'recommendations.new.title': '{count} recomendaciones nuevas',
  'recommendations.new.text': '{others, plural, =0 {{titles}.} one {{titles} y # más.} other {{titles} y # más.}}',
  'quick_wins.campaign.title': '{name}: ROAS por debajo de 1',
  'quick_wins.campaign.text':
    'Del {from} al {to} costó {spend} y la plataforma le atribuye {revenue} de ventas. Todavía puede ser azar.',
  'quick_wins.alert.title': 'Alerta {name} del {day}',
  'quick_wins.alert.text': '{metric} superó el umbral de esta regla el {day}, y todavía no ha vuelto.',
  'quick_wins.carts.title': 'Recuerda su carrito a los clientes que lo abandonaron',
  'quick_wins.carts.text':
    'Del {from} al {to} se abandonaron {count} carritos que valían {value}. {reachable} de ellos tienen correo o teléfono.',
  'quick_wins.carts.part': 'Los carritos de los días anteriores no están guardados.',
  'quick_wins.none': 'Ahora nada destaca.',
  'quick_wins.no_source': 'No se puede decir nada, porque no hay ninguna plataforma conectada. Conecta una primero.',
  'quick_wins.unknown': 'Todavía no se puede decir nada, porque ninguna regla pudo evaluar cifras.',
  'quick_wins.summary':
    '{count, plural, one {# cosa destaca: {first}.} other {# cosas destacan. La primera: {first}.}}',
  'recommendations.unevaluated':
    '{count, plural, one {Al ejecutarse el {time}, # regla no se pudo evaluar, porque faltaban cifras o no eran fiables: {sources}.} other {Al ejecutarse el {time}, # reglas no se pudieron evaluar, porque faltaban cifras o no eran fiables: {sources}.}}',
  'recommendations.in_part':
    'Al ejecutarse el {time}, las reglas dejaron fuera conexiones, o cuentas de ellas, cuyas cifras faltaban o no eran fiables: {sources}.',
  'recommendations.other_currency':
    '{count, plural, one {# recomendación todavía tiene importes en {former}. Su efecto se vuelve a indicar cuando se ejecute su regla.} other {# recomendaciones todavía tienen importes en {former}. Sus efectos se vuelven a indicar cuando se ejecuten sus reglas.}}',
  'recommendations.more': '{rule} encontró {count} más con menos efecto.',
  'recommendations.never':
    'Las reglas todavía no se han ejecutado. Se ejecutan después de una sincronización y cada mañana.',
  'report.recommendations':
    '{count, plural, =0 {No hay recomendaciones abiertas.} one {Hay # recomendación abierta.} other {Hay # recomendaciones abiertas.}}',
  'connections.disconnected':
    '{count, plural, one {# conexión está desconectada} other {# conexiones están desconectadas}}, sin otra de la plataforma: {platforms}.',
  'connections.state':
    '{count, plural, =0 {Ninguna plataforma está conectada.} one {# conexión, {bad, plural, =0 {y sus cifras son fiables.} other {y sus cifras no son fiables.}}} other {# conexiones, de las que {bad} tienen cifras que no son fiables.}}',
  'connections.noticed':
    '{count, plural, one {# conexión tiene un aviso de lo que debe hacer una persona} other {# conexiones tienen avisos de lo que debe hacer una persona}}: {names}.',
  'connections.alerts':
    '{count, plural, =0 {Ninguna alerta está abierta.} one {# alerta está abierta.} other {# alertas están abiertas.}}',
  'connections.credits': 'Quedan {balance} de {grant} créditos hasta el {date}.',
}
