// Words about advice, what to do first, and reports for others. Sources of 2026-11:
// - The words of docs/recommendations.md, and of the buttons of task lists and email programs that put things off.
// - Half of the prompts of a person who had read only the names of the tools (newcomer_tuning.json), and forms of verbs of the three languages.
export const advice = {
  advice: `recommendation, recommendations, recommend, recommends, recommended, suggestion, suggestions, suggest, suggests, suggested, suggesting,
    advice, advise, advised, piece of advice, tip, tips, hint, hints, pointer, pointers, improvement ideas, ideas to improve, anything (you|the
    system) (think|thinks|suggest|suggests), (think|thinks) (i|we) should, (should|could) (i|we) be (changing|doing|improving), what (you|it|the
    system) (recommend|recommends|suggest|suggests), room for improvement, recomendación, recomendaciones, recomienda, recomiendas, recomiendan,
    recomendás, recomendada, recomendaste, sugerencia, sugerencias, sugieres, sugiere, sugieren, sugerís, sugeriste, consejo, consejos,
    aconsejas, aconseja, aconsejan, aconsejás, aconsejáis, aconsejaste, tip, ideas para mejorar, qué me (recomiendas|sugieres|aconsejas),
    recomendação, recomendações, recomenda, recomendam, recomendou, sugestão, sugestões, sugere, sugerem, sugeriu, conselho, conselhos,
    aconselha, aconselham, aconselhou, dica, dicas, ideias para melhorar, toque, toques`,
  carry_out: `apply, applied, implement, implemented, put into practice, carry out, carried out, follow the, follow it, followed, act on, acted on, do it,
    do that, do the, did it, did that, did what, get it done, went ahead, go for it, already did, we did, have done, mark (it|that|this) as
    done, mark as done, is done, done with, took care of, taken care of, aplicar, aplica, aplícala, aplícalo, aplicala, apliqué, aplicamos,
    aplicada, ejecútala, ejecútalo, ejecutala, ejecuta, implementa, implementar, implementala, implementamos, llévala a cabo, poner en práctica,
    ponla en marcha, hazlo, hacelo, hazle caso, hice lo, hicimos lo, ya lo hice, ya lo hicimos, ya está hecho, ya está hecha, le entramos,
    marcar como hecha, marca como hecha, dala por hecha, seguí el, sigue el, aplique, aplicar, aplica, apliquei, implemente, implementar,
    implementa, execute, executa, coloque em prática, segue com, siga com, faz o que, faça o que, fiz o que, já fiz, já fizemos, está feito,
    marcar como feita, marque como feita, botar em prática`,
  dismissal: `dismiss, dismissed, ignore, ignored, ignoring, not interested, not relevant, irrelevant, does not apply, (do not|dont) apply, does not make
    sense, makes no sense, rubbish, nonsense, useless, bin it, bin that, throw it (away|out), never show, stop showing, (do not|dont) show
    (me|it|that|this), (do not|dont) want to see, will not do, wont do, not doing that, never again, clear (it|that) and, for good, take it off,
    disregard, descartar, descarta, descártala, descártalo, descarten, ignorar, ignora, ignórala, ignorá, ignoren, no aplica, no me sirve, no
    nos sirve, no me interesa, no nos interesa, no tiene sentido, quítala, quítalo, sácala, sacala, sácalo, elimínala, eliminadlo, bórrala,
    olvídate de, olvidate de, no me (la|lo) muestres, no (la|lo) muestres más, no quiero ver más, no volver a mostrar, no vuelvas a, deja de
    mostrar, descarte, descartar, descarta, ignore, ignorar, ignora, não serve, não faz sentido, não se aplica, não me interessa, não interessa,
    tira isso, tira essa, tire essa, remove aí, remove essa, remova essa, esquece isso, esquece essa, pare de mostrar, para de mostrar, não
    quero ver, não mostrar de novo, não mostre mais, joga fora, pode apagar`,
  put_off: `snooze, snoozed, postpone, postponed, put off, put it off, put on the back burner, defer, later, remind me, remind us, not now, not right
    now, not today, not this week, too busy, another time, some other time, come back to (it|this|that), bring (it|this|that) back, back to me,
    push (it|this|that) back, hide (it|this|that) (for|until), until (next|after|monday|friday|then|the), after (black friday|christmas|the
    holidays|the sale|payday|launch), in a (week|month|few days), for (a|two|three|a few|the next) (day|days|week|weeks|month|hours), give me a
    (day|week|month), posponer, pospón, posponla, pospone, postergar, posterga, postergala, aplazar, aplaza, más tarde, más adelante, más rato,
    luego, después, para después, recuérdame, recuérdamelo, recordame, recuérdanos, avísame otra vez, ahora no, ahorita no, hoy no, por ahora
    no, otro día, en otro momento, la próxima semana, la semana que viene, hasta que, hasta (el|la|después), dejalo para, déjalo para, déjala
    para, por un (mes|día|rato), por una semana, que no me salga, vuelve a mostrar, volvé a mostrarme, adiar, adia, adie, adiado, mais tarde,
    depois, pra depois, para depois, deixa pra, deixe para, lembra de novo, me lembra, me lembre, lembrar mais tarde, agora não, agora nao, hoje
    não, outro dia, outra hora, semana que vem, mês que vem, até (a|o|depois), por um mês, por uma semana, me mostra de novo, mostra de novo`,
  priorities: `quick win, quick wins, low hanging fruit, easy win, easy wins, priority, priorities, prioritize, where (do|should) (i|we) (start|begin),
    where to (start|begin), what (should|do|can) (i|we) (do|fix|tackle|improve) (first|today|now|this week), should (i|we) (do|fix|tackle|work
    on) (first|today|now), what to (do|fix) (first|today), first thing, most impact, biggest (impact|difference|bang), best bang, highest
    impact, little effort, low effort, minimal effort, easy (fixes|fix), simple (fixes|improvements|changes), (results|result) fast, fast
    results, quick (fix|fixes|results), fastest way, quickest way, half an hour, half hour, one hour, an hour, minutes, mins, leaving money,
    money on the table, what needs (my|our) attention, to do list, todo list, action plan, victorias rápidas, prioridad, prioridades, por dónde
    (empiezo|empezamos|arranco|arrancamos|empezar|arrancar), qué (hago|hacemos|puedo hacer|arreglo|ataco|atiendo|conviene)
    (primero|hoy|ahora|ya), puedo hacer hoy, hoy mismo, lo más urgente, urgente, media hora, una hora, minutos, ratito, poco esfuerzo, sin
    (mucho|tanto) esfuerzo, esfuerzo, mayor impacto, más impacto, dejando dinero, dejando plata, dinero encima de la mesa, dinero sobre la mesa,
    resultado ya, resultados rápidos, rápido, mejoras rápidas, qué me conviene, plan de acción, tareas de hoy, ganhos rápidos, por onde
    (começo|começar|começamos), onde mexo, o que (faço|fazer|fazemos|ataco|arrumo|conserto) (primeiro|hoje|agora|já), dá pra
    (melhorar|fazer|arrumar) hoje, mais urgente, meia hora, uma hora, pouco esforço, sem muito esforço, esforço, maior impacto, maior retorno,
    ajustes simples, ajustes rápidos, deixando dinheiro, dinheiro na mesa, resultado rápido, plano de ação, tarefas de hoje`,
  report: `report, reports, reporting, write up, writeup, write-up, client ready, client-ready, presentation, deck, slides, slide deck, pdf, for the
    (client|boss|board|owner|meeting|investors), for my (client|boss|meeting), (send|show|present) to (the|my|our) (client|boss|board|owner|team), put together, prepare, monthly report, weekly report, end of month, month end, executive summary, one pager,
    board meeting, reporte, reportes, informe, informes, presentación, diapositivas, para (el|la|mi|los)
    (cliente|jefe|jefa|dueño|directorio|junta|reunión|clientes), armame, ármame, arma un, armar un, prepara, preparar, prepárame, preparame,
    cierre de mes, resumen ejecutivo, reporte mensual, informe mensual, reporte semanal, relatório, relatorio, relatórios, apresentação, slides,
    pro (cliente|chefe|dono), para (o|a|meu) (cliente|chefe|dono|reunião|sócio), mandar (pro|para o|no), monta um, montar um, prepare, preparar,
    prepara, fechamento do mês, fechamento, resumão, resumo executivo, relatório mensal, relatório semanal`,
  seen: `mark (it|them|that|this|all|everything|as) (read|as read), mark as read, as read, already (seen|read|saw|looked at|checked), have
    (seen|read) (it|that|them), seen (it|that|them|the|those), clear (it|that|them|the|all|my), red (dot|badge), badge, unread, dismiss the
    notification, marcar como leída, marcar como leídas, marca como leído, como leído, como leída, ya (vi|leí|revisé|los vi|lo vi|la vi),
    puntito, puntito rojo, globito, numerito, quitar el aviso, limpia (las|los), limpiar (las|los), marcar como lida, marcar como lidas, marca
    como lida, como lida, já (vi|li|olhei), bolinha, bolinha vermelha, não lido, não lida, não lidas, limpa (as|os|tudo)`,
  crossing: `(goes|go|going|gets|get|rises|is|spend is|falls|drops|drop|dips) (over|above|below|under|past|beyond),
    (over|above|below|under|exceeds|exceed|exceeding|passes|pass|crosses) (the|a|my|our) (limit|threshold|budget), exceeds, hits zero, drops to,
    whenever, pase (de|los), pasen (de|los), supere, superen, rebase, se pase de, baje de, bajen de, caiga (de|por debajo), por debajo de, por
    encima de, llegue a, cada vez que, passar de, passe de, ultrapassar, ultrapasse, cair abaixo, caia de, cair de, baixar de, chegar a, sempre
    que, toda vez que`,
}
