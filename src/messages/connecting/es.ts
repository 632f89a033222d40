// Pages on which a person connects a platform, and what connections say about the access, in Spanish.
export const connecting_es = {
  'connecting.title': 'Conectar {product}',
  'connecting.confirm': '{org} da a Tablero acceso a {platform} ({product}).',
  'connecting.confirm_only_own': 'Continúa solo si esperabas esto para {org}. Si no, cierra esta página.',
  'connecting.begin': 'Continuar a {vendor}',
  'connecting.begin_keys': 'Continuar',
  'connecting.no_choice': 'Elige',
  'connecting.action': '¿Qué quieres hacer?',
  'connecting.action_new': 'Conectar otra cuenta',
  'connecting.action_again': 'Volver a conectar {name}, con su historial',
  'connecting.action_accounts': 'Cambiar las cuentas de {name}, sin iniciar sesión otra vez',
  'connecting.action_values': 'Cambiar las cuentas o los valores opcionales de {name}, sin iniciar sesión otra vez',
  'connecting.known_removed': 'Desconectada. Su historial se conserva.',
  'connecting.known_broken': 'La plataforma ya no acepta su acceso.',
  'connecting.change_signed_in':
    'Para cambiar las cuentas de una conexión sin iniciar sesión otra vez en la plataforma, entra en Tablero como una persona que puede conectar plataformas.',
  'connecting.own_app': 'Tu propia aplicación en {vendor}',
  'connecting.no_app': 'Este Tablero no tiene aplicación en {vendor}. Escribe los valores de la tuya.',
  'connecting.app_address': 'Dirección de retorno de la aplicación («redirect URL»): {address}',
  'connecting.app_permissions': 'Permisos de la aplicación: {scopes}',
  'connecting.going': 'Continúa en {vendor}',
  'connecting.going_text': 'Tu navegador continúa allí. Inicia sesión y permite el acceso; después vuelves aquí.',
  'connecting.keys': 'Escribe los valores de {product}',
  'connecting.keys_text': 'Tablero los prueba antes de guardar algo.',
  'connecting.test': 'Probar y continuar',
  'connecting.waiting': 'Esperando a la tienda',
  'connecting.waiting_text': 'La tienda envía sus claves a Tablero. Deja esta página abierta: vuelve a mirar sola.',
  'connecting.listing': 'Consultando las cuentas',
  'connecting.listing_text':
    'Tablero pide las cuentas a {vendor}. Con muchas cuentas, esto puede tardar unos minutos. Deja esta página abierta: vuelve a mirar sola.',
  'connecting.list_failed':
    'No se pudieron consultar las cuentas, por un fallo de Tablero. Vuelve a cargar esta página en un minuto.',
  'connecting.accounts': '¿Qué cuentas se deben leer?',
  'connecting.accounts_none': 'No hay ninguna cuenta que leer',
  'connecting.accounts_listed':
    '{count, plural, one {Hay una cuenta.} other {Hay # cuentas.}}{unreadable, plural, =0 {} one { Una de ellas no se puede leer.} other { # de ellas no se pueden leer.}}',
  'connecting.no_accounts':
    '{vendor} no muestra ninguna cuenta con este acceso. Entra con una persona que vea las cuentas, con un enlace nuevo.',
  'connecting.none_readable': 'No se puede leer ninguna cuenta de este acceso. Los motivos están junto a las cuentas.',
  'connecting.all_accounts': 'Todas, también las que se agreguen después',
  'connecting.some_accounts': 'Solo estas',
  'connecting.chosen_before':
    'Solo se muestran las cuentas que se eligieron antes. Para elegir entre todas, abre un enlace nuevo y vuelve a conectar.',
  'connecting.choose': 'Leer estas cuentas',
  'connecting.choose_only': 'Leer esta cuenta',
  'connecting.adds': 'Valores opcionales para cambios en {vendor}',
  'connecting.adds_text':
    'La lectura no los necesita. Los campos vacíos no cambian nada. Tablero prueba los valores antes de guardarlos.',
  'connecting.removed':
    '{name} se desconectó mientras tanto, así que no se cambió nada. Para usarla, abre un enlace nuevo y vuelve a conectarla.',
  'connecting.chosen_other':
    'Las cuentas de {name} ya se guardaron, con otra elección. Para cambiarlas, ve a la página Conexiones.',
  'connecting.choose_one': 'Elige al menos una cuenta.',
  'connecting.all_or_some':
    'Hay cuentas marcadas, así que elegiste todas y también solo estas. Elige solo estas, o desmárcalas para leer todas.',
  'connecting.cannot_read': 'no se puede leer. Motivo en inglés: «{reason}»',
  'connecting.connected_by': '{name} ya la lee',
  'connecting.all_connected':
    '{name} ya lee estas cuentas. Para renovar su acceso, abre un enlace nuevo y vuelve a conectar {name}.',
  'connecting.missing_scopes':
    'No se dieron estos permisos: {scopes}. Por eso quedan vacíos estos datos: {streams}. Para cambiarlo, vuelve a conectar y permite todo.',
  'connecting.missing_changes':
    'No se dieron estos permisos: {scopes}. Por eso Tablero no puede hacer estos cambios: {changes}. Para permitirlos, vuelve a conectar y permite todo.',
  'connecting.other_accounts':
    'Este acceso muestra otras cuentas que las de {name}. {name} tiene {before}. El acceso nuevo muestra {now}.',
  'connecting.other_question': '¿Debe {name} leer las otras cuentas desde ahora? Su historial se conserva.',
  'connecting.other_yes': 'Sí, leer las otras cuentas',
  'connecting.same_question':
    '¿Es la misma cuenta, por ejemplo con otra dirección? Entonces {name} conserva su historial. Si es otra, cierra esta página y conéctala como cuenta adicional: sus datos se mezclarían con los de {name} o los reemplazarían.',
  'connecting.same_yes': 'Sí, es la misma',
  'connecting.reads_nothing':
    'Con este inicio de sesión, {name} no puede leer nada, porque no se otorgó ningún permiso que sus datos necesitan.',
  'connecting.nothing_question':
    '¿Debe este inicio de sesión reemplazar al que {name} tiene ahora? Para conservarlo, cierra esta página y conecta otra vez con todos los permisos.',
  'connecting.nothing_yes': 'Sí, reemplazar el inicio de sesión',
  'connecting.done': '{name} está conectada',
  'connecting.done_text': 'Tablero lee los primeros datos por sí solo. Puedes cerrar esta página.',
  'connecting.rows': '{rows, plural, one {Se guardó una fila.} other {Se guardaron # filas.}}',
  'connecting.reading': 'Ahora: {stream}',
  'connecting.state_queued': 'La primera sincronización espera su lugar.',
  'connecting.state_running': 'La primera sincronización está en curso.',
  'connecting.state_succeeded': 'La primera sincronización terminó. Los datos más antiguos siguen en segundo plano.',
  'connecting.state_failed':
    'La primera sincronización se detuvo. Motivo en inglés: «{reason}» Tablero lo intenta otra vez solo.',
  'connecting.ends_on': 'Este acceso termina el {date}. Tablero avisa antes.',
  'connecting.stopped': 'No funcionó',
  'connecting.new_link': 'Pide a tu asistente un enlace nuevo para conectar {platform} y ábrelo en este navegador.',
  'connecting.begin_again': 'Vuelve a la página Conexiones y pulsa Conectar otra vez.',
  'connecting.to_connections': 'Volver a la página Conexiones',
  'connecting.no_link':
    'Las plataformas se conectan con un enlace. Pulsa Conectar en la página Conexiones, o pídelo a tu asistente: usa propose_connect_platform.',
  'connecting.link_invalid': 'Este enlace no es válido. Quizá no se copió hasta el final.',
  'connecting.link_expired': 'Este enlace venció. Un enlace funciona durante 30 minutos.',
  'connecting.link_spent': 'Este enlace ya se usó. Un enlace funciona una sola vez.',
  'connecting.not_available': '{platform} no se puede conectar aquí.',
  'connecting.state_invalid': 'La respuesta no viene de un acceso que empezó aquí. No se conectó nada.',
  'connecting.state_spent': 'Este acceso ya tuvo respuesta, o tardó más de 10 minutos.',
  'connecting.other_browser': 'Este acceso empezó en otro navegador. Continúa en aquel. No se conectó nada.',
  'connecting.other_person':
    'Este enlace es de la persona que lo pidió. Inicia sesión en Tablero como esa persona, o pide un enlace propio.',
  'connecting.maker_ended': 'La clave o la aplicación que pidió este enlace ya no tiene acceso. Pide un enlace nuevo.',
  'connecting.other_site':
    'No se conectó nada, porque esto no vino de una página de Tablero. Abre tú mismo el enlace y continúa allí.',
  'connecting.sign_in': 'Iniciar sesión en Tablero',
  'connecting.denied': 'No se permitió el acceso en {vendor}. No se conectó nada.',
  'connecting.operator': 'Este usuario no puede dar acceso en {vendor}. Entra allí como administrador de la cuenta.',
  'connecting.code_ended':
    '{vendor} ya no acepta el código de este acceso. Un código funciona una vez y por poco tiempo.',
  'connecting.app_refused':
    '{vendor} no acepta la aplicación de este Tablero. Su operador debe revisar identificador y secreto.',
  'connecting.refused': '{vendor} no completó el acceso. Su respuesta: «{reason}»',
  'connecting.keys_refused':
    '{vendor} no acepta estos valores. Cópialos otra vez, sin espacios y hasta el final. Su respuesta: «{reason}»',
  'connecting.unreachable': '{vendor} no responde ahora. Vuelve a cargar esta página en un minuto.',
  'connecting.value_missing': 'Escribe un valor para {fields}.',
  'connecting.value_misfit': 'Corrige {fields}: el valor no tiene la forma que se describe debajo del campo.',
  'connecting.org_ended': '{name} se cerró, así que no se conecta nada.',
  'connecting.page_ended': 'Esta página venció, pertenece a otro navegador, o ya no puedes conectar plataformas.',
  'access.data_requests':
    '{count, plural, one {Una persona pidió a esta tienda sus datos guardados. Responde en {days} días; el operador encuentra lo guardado en privacy_requests.} other {# personas pidieron a esta tienda sus datos guardados. Responde en {days} días; el operador encuentra lo guardado en privacy_requests.}}',
  'access.missing': 'Sin el permiso {scopes}, estos datos quedan vacíos: {streams}. Vuelve a conectar y otórgalo.',
  'access.ends':
    '{days, plural, one {El acceso termina en menos de un día} other {El acceso termina en # días}}, el {date}. Vuelve a conectar antes.',
  'access.ended': 'La plataforma terminó el acceso el {date}. Vuelve a conectar.',
} as const satisfies Record<string, string>
