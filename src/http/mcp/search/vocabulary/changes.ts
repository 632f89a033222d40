// Words about changes at platforms, their approval, and what people want to learn without asking. Sources of 2026-11:
// - The words of docs/approvals.md, docs/alerts.md, docs/notifications.md and docs/webhooks.md.
// - Half of the prompts of a person who had read only the names of the tools (stranger_tuning.json), and forms of verbs of the three languages.
export const changes = {
  pause_it: `(pause|stop|halt|freeze) (the|this|that|my|our) (campaign|ad campaign|ads), (turn|switch|shut) (off|it off|down) (the|this|that|my)
    (campaign|ad campaign|ads), stop spending on, put on hold, (pausa|pausá|pausar|pausen|detén|detener|apaga|apagar|frena|frenar|para)
    (la|esta|esa|mi|los) (campaña|anuncios), ponla en pausa, (stop|kill|halt) (it|them|the campaign), can you stop, stop the, switch it off,
    turn it off, shut it down, take it offline, apágala, páusala, pausala, deténla, frénala, desconecta la campaña,
    (pause|pausar|pare|parar|desligue|desligar|congele) (a|esta|essa|minha|os) (campanha|anúncios), coloque em pausa`,
  set_budget: `daily budget, daily cap, budget change, budget (increase|cut), budget to, bump, (raise|increase|lower|cut|change|double|halve|bump|drop|set)
    (the|this|its|my|our) (budget|daily budget|spend), a day to, per day to, presupuesto diario, tope diario, cambio de presupuesto,
    (sube|subir|súbele|baja|bajar|bájale|cambia|cambiar|aumenta|reduce|duplica) (el|su|al) presupuesto, gasta al día,
    (cut|reduce|lower|trim|raise|increase|scale|double) (spend|spending|the spend), (spend|spending) (less|more) on, by (10|15|20|25|30|40|50)
    percent, scale it up, scale up, bájale al gasto, súbele al gasto, (gastar|gasta|invertir) (más|menos) en, métele más, corta o gasto,
    (gastar|investir) (mais|menos) (em|na|no), al día en vez de, orçamento diário, mudança de orçamento,
    (aumente|aumentar|aumenta|reduza|reduzir|mude|mudar|dobre|suba|baixe) (o|seu|a) (orçamento|verba), verba diária, gasto por dia, por dia para`,
  new_campaign: `(new|create|launch|set up|build|start|draft) (campaign|ad|a campaign|a new campaign|an ad), (launch|create|start|run|build|draft) (a|an)
    (tiktok|google|facebook|meta|instagram|search) (campaign|ad), campaña nueva, nueva campaña,
    (crea|crear|arma|armar|lanza|lanzar|monta|montar|haz) (una|otra) campaña, anuncio nuevo, campanha nova, nova campanha,
    (crie|criar|cria|monte|montar|lance|lançar|faça) (uma|outra) campanha, anúncio novo`,
  approval: `approve, approved, approval, authorize, accept the, go ahead, green light, looks good do it, yes do it, waiting for (my|our)
    (approval|ok|yes), sign off, aprobar, aprueba, apruébalo, aprobación, por aprobar, autoriza, autorizar, adelante con, dale con, luz verde,
    visto bueno, acepta la, esperan mi (ok|aprobación), aprove, aprovar, aprova, aprovação, por aprovar, autorize, autorizar, pode fazer, pode
    executar, pode seguir, sinal verde, aceite a`,
  rejection: `reject, decline, deny, turn down, do not do, say no to, tell it no, that is a no, a no from me, leave it as it is, keep it (on|running|as it
    is), cancel (that|the) (change|proposal), do not want (this|that) change, veto, not authorize, rechaza, rechazar, recházalo, descarta la, no
    autorizo, no quiero (ese|esa|el), no lo hagas, no lo autorizo, no la autorizo, dile que no, decile que no, di que no, que no lo haga, déjalo
    como está, déjala como está, se queda (prendida|como está), cancela (ese|esa|el|la) (cambio|propuesta), niega, rejeite, rejeitar, recuse,
    recusar, recusa, negue, não autorizo, diz que não, diga que não, deixa como está, deixa ligada, cancela essa (mudança|proposta), não faça,
    não quero (essa|esse)`,
  proposal: `proposal, proposals, proposed, proposed action, pending action, pending actions, (suggested|pending) (change|changes), waiting for a
    decision, propuesta, propuestas, acción propuesta, acción pendiente, acciones pendientes, cambios (pendientes|propuestos), proposta,
    propostas, ação proposta, ação pendente, ações pendentes, mudanças (pendentes|propostas)`,
  done_changes: `(history|log|list|record) of (the|our) changes, changes (made|done|executed), (who|which agent) (moved|touched|edited|paused|raised|cut),
    (log|trail|record) of (everything|all|what), audit trail, for an audit, (everything|what) (the|our) (agents|bots|team)
    (did|changed|touched), changes (that|which) were (made|done), changed on (our|the|my), approved and rejected, already (executed|carried
    out), past changes, what (did|have) (the|our) (agents|bots|agent|bot) (do|done|change|changed), who (approved|changed|made), what was
    changed, failed (action|actions|change|changes), historial de (acciones|cambios), historial de los cambios, cambios
    (hechos|ejecutados|aplicados), qué (hicieron|cambiaron) los agentes, quién (aprobó|cambió|hizo|movió|tocó|pausó|autorizó|le movió|le
    subió|le bajó), cambios que se (hicieron|ejecutaron|aprobaron), los aprobados, aprobados y rechazados, bitácora, qué (se cambió|se
    hizo|cambiaron), histórico de (ações|mudanças), mudanças (feitas|executadas), o que os agentes (fizeram|mudaram), quem
    (aprovou|mudou|fez|mexeu|pausou|autorizou|subiu|baixou), mudanças que foram feitas, o que (foi mudado|mexeram|mudaram), aprovadas e
    recusadas, registro de tudo, (AI|bot|bots|assistant|agent|agents) (changed|did|made|touched|moved|has done|has changed),
    (did|has|have) (the|our) (AI|bot|bots|assistant|agent|agents) (do|done|change|changed|touch|touched|move|moved),
    (IA|bot|asistente|agente) (cambió|hizo|tocó|movió|modificó|pausó|subió|bajó),
    (cambió|hizo|tocó|movió|modificó|pausó|subió|bajó) (la IA|el bot|el asistente|el agente),
    (IA|robô|assistente|agente) (mudou|fez|mexeu|alterou|trocou|pausou|aumentou|baixou)`,
  guardrail: `guardrail, guardrails, approval rules, automatic changes, approved by itself, without asking, on their own, (limits|rules|caps) (for|of|on)
    the (agents|bots|agent|bot|ai), bots, not allowed to, allowed to do, limits in place, (limits|rules|caps|checks) (on|for|of)
    (automated|automatic), (limits|rules) (on|for|of) the (automated|automatic), automated changes, automated budget, automatically approved,
    (by|on) (itself|themselves|their own|its own), without (my|our|a) (permission|approval|ok|human), sign-off rules, safety (limits|rules),
    reglas de aprobación, cambios automáticos, se aprueba solo, sin preguntar, sin (mi|nuestro) (permiso|ok|visto bueno), por su cuenta, (por
    sí|ellos) solos, qué límites, límites (puestos|configurados), topes, límites de los agentes, pueden hacer los (agentes|bots), regras de
    aprovação, mudanças automáticas, aprovada sozinha, sem perguntar, sem (minha|a minha|nossa) (autorização|permissão|aprovação), por conta
    própria, (mexer|mudar|fazer) sozinho, sozinho, quais limites, limites dos agentes, podem fazer os (agentes|robôs), autonomia`,
  alert: `alert, alerts, alarm, alarms, warning, warnings, warn me, notify me, ping me, tell me when, tell me if, let me know (when|if), goes off, get
    pinged, be pinged, pinged, get (an email|a message|a text) (when|if|whenever), threshold, trigger, alerta, alertas, alarma, avísame,
    avisame, avísenme, avisa si, avise cuando, me llegue (un|una) (mail|correo|mensaje|aviso) (cuando|si), que me llegue, quiero (un
    aviso|enterarme|saber) (cuando|si), mándame (un mensaje|un correo|un whatsapp) (si|cuando), avisos que configuré, umbral, me avise, me
    avisa, receber um (email|aviso) (quando|se), quero (saber|ser avisado|receber) (quando|se), me manda (um email|uma mensagem|um zap)
    (quando|se), avise (quando|se), alarme, limite do alerta`,
  notification: `notification, notifications, notices, bell, anything new, what is new, unread, inbox, did i miss, what did i miss, any messages, heads up,
    aviso, avisos, algún aviso, qué me perdí, me perdí de algo, algum aviso, perdi alguma coisa, o que perdi, notificación, notificaciones,
    campana, novedades, algo nuevo, sin leer, notificação, notificações, sino, novidades, algo novo, não lidas`,
  webhook: `webhook, webhooks, hook, hooks, callback, endpoint, endpoints, (push|pushing|send|sending|post|posting) events, event (url|urls),
    (mandando|enviando|mandar|enviar|manda|envía) eventos, urls, zapier, n8n, payload, signing secret`,
  delivery: `(webhook|hook) (delivery|deliveries|calls|attempts|retries), deliveries, payloads, did (the|our) (webhook|hook), entregas, envíos del
    (webhook|hook), envios do (webhook|hook)`,
  channel: `(email|address|number|channel) that (gets|receives), where (alerts|notifications) go, where the (alerts|notifications) go, (send|route|post)
    (alerts|notifications) (to|in|on), (send|route|post) (the|our) (alerts|notifications) (to|in|on), slack, discord, teams, google chat,
    whatsapp, quiet hours, do not disturb, at night, horas de silencio, no molestar, (email|mail|correo) que recibe, a qué (correo|canal|slack),
    (dónde|adónde) (llegan|mandan|van) (las alertas|los avisos), (manda|mandar|envía|enviar) (las alertas|los avisos) (a|al|por), de noche,
    horário de silêncio, não perturbe, email que recebe, (para onde|pra onde) vão (os alertas|as notificações), (mandar|manda|enviar|envia) (os
    alertas|as notificações) (para|pro|no), à noite`,
}
