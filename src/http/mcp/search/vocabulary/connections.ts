// Words about connections and the account. Sources were read in 2026-11:
// - Issue threads on connecting and disconnecting stores and ad accounts (facebook-for-woocommerce, vm0, PostHog).
// - The help of Zoom's marketplace (Brazil) on orders that are not integrated.
// - Shopify's help.
export const connections = {
  platform: `platform, service, app, provider, plataforma, servicio, proveedor, aplicación, serviço, aplicativo, Pinterest, Hotjar, Clarity,
    (Google|Facebook|Meta|Instagram|TikTok|Tik Tok|LinkedIn|Amazon|Merchant|Business|Search)
    (account|profile|page|Center|Manager), cuenta, conta`,
  connect: `connect, reconnect, link, link (my|our|the), hook up, plug, plug in, onboard, attach, (add|adding|adds)
    (a|an|the|my|our|another|new) (account|shop|store|site|page|platform|profile|client), enable access, grant access, give
    access, authorization link, oauth, dar de alta, doy de alta, alta de, sumar, sumo, sumá, asociar, enganchar, habilitar,
    loguear, loguearme, loguearse, enlace (para|de) (conectar|reconectar|autorización), volver a
    (conectar|vincular|loguear|iniciar|entrar|autorizar), conectarme, cadastrar, associar, plugar, integrate, add account, add an
    account, add my, new account, set up, authorize, authorise, log in again, sign in, sign in again, authorize again, conectar,
    conecto, reconectar, enlazar, enlazo, vincular, vinculo, integrar, agregar, agrego, añadir, autorizar, iniciar sesión, volver
    a entrar, dar acceso, ligar minha, ligar meu, ligar a minha, ligar o meu, integro, adicionar, fazer login, entrar de novo, dar
    acesso, new (store|shop|account|integration|platform|client), set up (a|the|my|our) (account|store|connection|integration),
    get started, start using, nueva (cuenta|tienda|conexión|integración), nuevo cliente, configurar (la|mi|una)
    (cuenta|conexión|integración), nova (conta|loja|conexão)`,
  disconnect: `disconnect, unlink, disable, cut access, revoke access, stop (reading|using|tracking|pulling), no longer (read|use|sync), kick
    out, (sacar|sacá|saca|quitar|quitá|cortar|cortá) (el|la|mi|su) (acceso|cuenta|integración|conexión|permiso), dejar de
    (leer|usar|sincronizar), (no quiero que|que no) (lean|sigan|lea|siga), revoquen, retirar, desinstalar, desasociar, cortar
    acceso, deixar de (ler|usar), unplug, detach, remove, revoke, delete, stop syncing, get rid, take off, cut off, desconectar,
    desvincular, desenlazar, quitar, quitarle, revocar, eliminar, borrar, dar de baja, sacar, desligar, remover, excluir, tirar o
    acesso, tirar, cancelar, delete (my|the|this|our) (account|connection|integration), remove (my|the|this|our|existing)
    (account|connection|integration|store|page), uninstall, opt out of syncing, eliminar (la|mi) (cuenta|conexión|integración),
    borrar (la|mi) (cuenta|conexión|integración), remover (a|minha) (conta|conexão), excluir (a|minha) (conta|conexão)`,
  connection: `connection, connected, connector, integration, integrated, linked, hooked up, plugged in, wired up, hooked, enganchado, enchufado,
    conectada, conectadas, conectados, se desconectó, se desconectaron, se cayó la conexión, logged in, logged in to, data source,
    conexión, conexiones, conectado, integración, vinculado, vinculadas, enlazado, fuente de datos, conexão, conexões, integração,
    vinculada, ligada, ligadas, ligado, fonte de dados`,
  health: `healthy, still (connected|linked|hooked up|working), (is|are) (connected|linked), sigue (conectado|conectada|enlazada), siguen conectadas,
    ainda (está|tá) (ligado|ligada|conectado|conectada), health, broken, is down, stuck, frozen, delayed, lagging, outdated, old (data|numbers|figures), (data|numbers|figures)
    (look|are|seem) (old|wrong|off|stale|weird), in sync, fresh, how fresh, last (sync|synced|refresh|refreshed|time), when
    (was|were|did) (it|the|my|our) last, last pulled, trabado, trabada, colgado, colgada, congelado, atrasado, atrasados, viejos,
    datos viejos, (datos|números) (viejos|raros|desactualizados|atrasados), última (sincronización|carga|lectura), cuándo se
    (actualizó|actualizaron|sincronizó|sincronizaron), desde cuándo, (todo|aparece) en cero, en cero, frescos, frescura,
    (dados|números) (velhos|antigos|atrasados), travado, quando (foi|foram) (atualizado|atualizada|sincronizado), última
    sincronização, expired, stopped, not updating, not working, up to date, last updated, last update, out of date, freshness,
    token, no data, missing data, data missing, empty, blank, not showing, not appearing, not syncing, not synced, does not show,
    shows nothing, gaps, trust, reliable, sin datos, faltan datos, vacío, vacía, no aparecen datos, no muestra, no carga,
    confiable, fiable, sem dados, faltam dados, vazio, vazia, não aparecem dados, não mostra, não carrega, confiável, sano, salud,
    roto, rota, caída, caído, vencido, vencida, desactualizado, dejó de, dejaron de, al día, última actualización, última vez que,
    se actualizaron, no sincroniza, no actualiza, saudável, saúde, quebrado, quebrada, fora do ar, expirou, expirado,
    desatualizado, parou de, pararam de, em dia, não sincroniza, não está sincronizando, não estão sincronizando, não atualiza,
    não foi integrado, não integrou, última atualização, stale (data|numbers|figures|connection|connections|sync), connection
    status, estado de (las|mis|la|nuestras) (conexiones|conexión|integraciones|integración|cuentas), estado das conexões, (is|are)
    not (accurate|right|correct|working|tracking|tracked|recorded|showing|updated|updating|loading), not
    (accurate|right|correct|tracking|tracked|recorded|counted|appearing|loading|matching|updated), (does|do|did) not
    (track|show|appear|match|update|load|record|work|sync), incorrect, inaccurate, mismatch, discrepancy, missing
    (orders|sales|data|days|numbers|products), (orders|sales|data|numbers|conversions) missing, no
    (aparece|aparecen|figura|figuran|coincide|coinciden|registra|registran|llega|llegan|refleja|reflejan|se ve|se
    ven|cuadra|cuadran), faltan (ventas|pedidos|datos|órdenes|días), incorrecto, incorrectos, mal los números, não
    (aparece|aparecem|bate|batem|registra|atualiza|mostra|chegou|chegam), faltando (dados|pedidos|vendas), incorretos, sync
    (status|state|log|history|stuck|failed|broken|error|errors|issue|issues|problem|problems), (syncs|syncing)
    (stuck|failed|slow|slowly|pending), last (import|update|run), not (importing|imported), overview of syncs, estado de (la|las)
    (sincronización|sincronizaciones), (problemas|errores|fallas) de (sincronización|actualización), historial de sincronización,
    demora en (actualizar|sincronizar), status da sincronização, (problemas|erros) de (sincronização|atualização), not
    (yet|currently) available, not yet, no (data|sales|orders) (showing|shown|displayed|recorded), blank
    (dashboard|report|screen), zero (sales|revenue|orders) (despite|but|although|even), despite (sales|orders|completed|having),
    inconsistent, inconsistencies, does not add up, numbers off, aún no disponible, todavía no (aparece|está|figura), ainda não
    (aparece|está|disponível), inconsistentes, inconsistencias, inconsistências`,
  failure: `error, errors, fail, failed, fails, failure, failing, keeps failing, went wrong, wrong, problem, issue, crash, bug, tira error, me
    da error, da error, rompió, dá erro, dando erro, fallo, falla, falló, fallaron, errores, problema, erro, erros, falha, falhou,
    falharam`,
  sync: `sync, synchronize, synchronise, resync, re-sync, synch, sinc, refetch, reimport, redownload, update (data|numbers|figures),
    (get|pull|fetch|bring|load|download|grab|import|refresh|update|reload) (the|my|our|fresh|new|latest|recent)
    (data|numbers|orders|sales|figures|info), (pull|bring) in, force (a|the) (refresh|update|sync|import), resincronizar,
    sincronización, forzar, (bajar|bajá|baja|bajate|descargar|traer|traé|trae|traeme|cargar|volcar|leer|jalar) (los|las|mis|de
    nuevo|otra vez|todos los) (datos|números|pedidos|ventas|órdenes|info), (bajar|traer|leer|cargar) datos, volver a
    (bajar|traer|leer|cargar|importar|sincronizar), ponlo al día, poner al día, (baixar|puxar|trazer|carregar) (os|as|meus|novos)
    (dados|pedidos|vendas|números), ressincronizar, sincronização, reload, pull, fetch, import, fresh data, fresh ones, update my,
    update the data, get new data, sincronizar, sincroniza, actualizar, actualiza, actualízame, refrescar, recargar, traer, trae,
    jalar, importar, atualizar, atualize, puxar, puxe, recarregar, buscar dados`,
  now: `now, right now, immediately, ahora, ya mismo, ahora mismo, agora, agora mesmo`,
  organization: `organization, organisation, company, firm, our account, who are we, who am I, about us, know about (us|me|the|this|our), profile,
    brand, sobre (la|mi|nuestra|esta) (empresa|marca|cuenta|negocio), qué sabés de, qué sabes de, sabemos (de|del|sobre), datos de
    (la|mi|nuestra) (empresa|marca|organización), a qué se dedica, ficha (de|del) (la|cliente|empresa), a minha empresa, o que
    (vocês|você) sabe, organización, empresa, compañía, quiénes somos, quién soy, perfil, marca, organização, companhia, quem
    somos, quem sou`,
  currency: `currency, moneda, divisa, moeda`,
  time_zone: `time zone, timezone, zona horaria, huso horario, fuso horário, fuso`,
  settings: `settings, plan, module, credits, configuration, configuración, ajustes, módulos, créditos, configuração, configurações`,
  brand: `brand voice, tone of voice, tone, voice, brand (identity|guide|guidelines|book|colors|colours|pillars), logo, typography, colors,
    colours, style guide, forbidden (words|phrases), words to avoid, do not say, things not to say, ideal customer, ICP, buyer
    persona, target (audience|customer|market), industry, sector, competitors, competition, tono de (marca|voz), tono, voz,
    identidad, colores, tipografía, pilares, no decir, palabras prohibidas, cliente ideal, público objetivo, público meta, rubro,
    industria, competidores, competencia, identidade, cores, tom de voz, público-alvo, setor, concorrentes, concorrência`,
  time: `yesterday, today, tomorrow, tonight, this (week|month|year|quarter|morning|weekend), (last|past|previous)
    (week|month|year|quarter|weekend|night), (last|past|previous|latest) (few|couple of|two|three|7|14|15|30|60|90|28)
    (days|weeks|months), recently, lately, right now, currently, monday, tuesday, wednesday, thursday, friday, saturday, sunday,
    weekend, january, february, march, april, june, july, august, september, october, november, december, Q1, Q2, Q3, Q4, day,
    days, week, month, year, hoy, ayer, anoche, esta (semana|mañana|noche), este (mes|año|trimestre|finde),
    (semana|mes|año|trimestre) (pasada|pasado|anterior), (la|el) (última|último) (semana|mes|año|trimestre), (los|las)
    (últimos|últimas) (días|meses|semanas), últimamente, recién, finde, fin de semana, lunes, martes, miércoles, jueves, viernes,
    sábado, domingo, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, día,
    días, semana, mes, meses, año, hoje, ontem, essa semana, esta semana, esse mês, este mês, (semana|mês|ano) (passada|passado),
    (últimos|últimas) (dias|meses|semanas), dia, dias, mês, ano, segunda, terça, quarta, quinta, sexta`,
  reconnect: `reconnect, reconnecting, log in again, sign in again, authorize again, expired, expires, expired token, token, access ended,
    password changed, reconectar, volver a (conectar|iniciar|entrar|loguear|autorizar), iniciar sesión, vencido, vencida,
    vencidos, caducado, caducó, venció, expiró, token vencido, contraseña, entrar de novo, fazer login, expirado, expirou, venceu,
    senha, (can|could|did) not (connect|link|log in|sign in|authorize), cannot (connect|link|log in), cant (connect|link), unable
    to (connect|link|log in), failed to connect, connection (failed|error|lost|refused), wrong account, switch account, change
    account, (change|update|new) password, invalid (token|credentials|login), credentials, reauthorize, re-authorize, reauth,
    re-login, no longer (valid|connected), logged out, signed out, no (puedo|me deja|logro|deja)
    (conectar|vincular|entrar|iniciar), cambiar de cuenta, otra cuenta, credenciales, se cerró la sesión, sesión
    (vencida|expirada|cerrada), reautorizar, não (consigo|deixa) (conectar|vincular|entrar), trocar de conta, credenciais, sessão
    expirada`,
  permission: `permission, permissions, scope, scopes, (missing|additional|insufficient|required) (permission|permissions|scope|scopes|access),
    access denied, permission denied, unauthorized, forbidden, not authorized, grant permissions, permiso, permisos, sin permisos,
    (falta|faltan|faltante) (permiso|permisos), acceso denegado, no autorizado, permissão, permissões, sem permissão, acesso
    negado, não autorizado`,
}
