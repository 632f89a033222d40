// Words about changes at platforms, their approval, and what people want to learn without asking. Sources of 2026-11:
// - The words of docs/approvals.md, docs/alerts.md, docs/notifications.md and docs/webhooks.md.
// - Half of the prompts of a person who had read only the names of the tools (stranger_tuning.json), and forms of verbs of the three languages.
export const changes = {
  pause_it: `(pause|stop|halt|freeze) (the|this|that|my|our) (campaign|ad campaign|ads), (turn|switch|shut) (off|it off|down) (the|this|that|my) (campaign|ad
    campaign|ads), stop spending on, put on hold, (pausa|pausá|pausar|pausen|detén|detener|apaga|apagar|frena|frenar|para) (la|esta|esa|mi|los) (campaña|anuncios),
    ponla en pausa, (pause|pausar|pare|parar|desligue|desligar|congele) (a|esta|essa|minha|os) (campanha|anúncios), coloque em pausa`,
  set_budget: `daily budget, daily cap, budget change, budget (increase|cut), budget to, bump, (raise|increase|lower|cut|change|double|halve|bump|drop|set) (the|this|its|my|our)
    (budget|daily budget|spend), a day to, per day to, presupuesto diario, tope diario, cambio de presupuesto, (sube|subir|súbele|baja|bajar|bájale|cambia|cambiar|aumenta|reduce|duplica)
    (el|su|al) presupuesto, gasta al día, al día en vez de, orçamento diário, mudança de orçamento, (aumente|aumentar|aumenta|reduza|reduzir|mude|mudar|dobre|suba|baixe) (o|seu|a)
    (orçamento|verba), verba diária, gasto por dia, por dia para`,
  new_campaign: `(new|create|launch|set up|build|start|draft) (campaign|ad|a campaign|a new campaign|an ad), (launch|create|start|run|build|draft) (a|an) (tiktok|google|facebook|meta|instagram|search)
    (campaign|ad), campaña nueva, nueva campaña, (crea|crear|arma|armar|lanza|lanzar|monta|montar|haz) (una|otra) campaña, anuncio nuevo, campanha nova, nova campanha,
    (crie|criar|cria|monte|montar|lance|lançar|faça) (uma|outra) campanha, anúncio novo`,
  approval: `approve, approved, approval, authorize, accept the, go ahead, green light, looks good do it, yes do it, waiting for (my|our) (approval|ok|yes), sign off, aprobar, aprueba,
    apruébalo, aprobación, por aprobar, autoriza, autorizar, adelante con, dale con, luz verde, visto bueno, acepta la, esperan mi (ok|aprobación), aprove, aprovar, aprova, aprovação,
    por aprovar, autorize, autorizar, pode fazer, pode executar, pode seguir, sinal verde, aceite a`,
  rejection: `reject, decline, deny, turn down, do not do, do not want (this|that) change, veto, not authorize, rechaza, rechazar, recházalo, descarta la, no autorizo, no quiero
    (ese|esa|el), no lo hagas, niega, rejeite, rejeitar, recuse, recusar, recusa, negue, não autorizo, não faça, não quero (essa|esse)`,
  proposal: `proposal, proposals, proposed, proposed action, pending action, pending actions, (suggested|pending) (change|changes), waiting for a decision, propuesta, propuestas, acción
    propuesta, acción pendiente, acciones pendientes, cambios (pendientes|propuestos), proposta, propostas, ação proposta, ação pendente, ações pendentes, mudanças
    (pendentes|propostas)`,
  done_changes: `(history|log|list|record) of (the|our) changes, changes (made|done|executed), what (did|have) (the|our) (agents|bots|agent|bot) (do|done|change|changed), who (approved|changed|made), what was
    changed, failed (action|actions|change|changes), historial de (acciones|cambios), historial de los cambios, cambios (hechos|ejecutados|aplicados), qué (hicieron|cambiaron) los agentes,
    quién (aprobó|cambió|hizo), histórico de (ações|mudanças), mudanças (feitas|executadas), o que os agentes (fizeram|mudaram), quem (aprovou|mudou|fez)`,
  guardrail: `guardrail, guardrails, approval rules, automatic changes, approved by itself, without asking, on their own, (limits|rules|caps) (for|of|on) the (agents|bots|agent|bot|ai), bots, not
    allowed to, allowed to do, reglas de aprobación, cambios automáticos, se aprueba solo, sin preguntar, límites de los agentes, pueden hacer los (agentes|bots), regras de aprovação,
    mudanças automáticas, aprovada sozinha, sem perguntar, limites dos agentes, podem fazer os (agentes|robôs), autonomia`,
  alert: `alert, alerts, alarm, alarms, warning, warnings, warn me, notify me, ping me, tell me when, tell me if, let me know (when|if), goes off, threshold, trigger, alerta, alertas, alarma, avísame,
    avisame, avísenme, avisa si, avise cuando, avisos que configuré, umbral, me avise, me avisa, avise (quando|se), alarme, limite do alerta`,
  notification: `notification, notifications, notices, bell, anything new, what is new, unread, inbox, notificación, notificaciones, campana, novedades, algo nuevo, sin leer, notificação,
    notificações, sino, novidades, algo novo, não lidas`,
  webhook: `webhook, webhooks, hook, hooks, callback, endpoint, zapier, n8n, payload, signing secret`,
  delivery: `(webhook|hook) (delivery|deliveries|calls|attempts|retries), deliveries, payloads, did (the|our) (webhook|hook), entregas, envíos del (webhook|hook), envios do (webhook|hook)`,
  channel: `slack, discord, teams, google chat, whatsapp, quiet hours, do not disturb, at night, horas de silencio, no molestar, de noche, horário de silêncio, não perturbe, à noite`,
}
