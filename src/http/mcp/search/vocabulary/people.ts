// Words about people and what they may do. Sources were read in 2026-11:
// - Help pages on members, roles and invitations (Levo, Kandji, Superchat, Magister, OpusFlow, Banqup), in English and Spanish.
// - Help pages on people who leave, levels of access and pending invitations (Poppy, Enquire, Skeepers, GoDaddy, Movitera, Cloud4Mobile),
//   in the three languages.
// - Words of Portugal beside those of Brazil: criteriorevisao.com.br/diferenca-portugues-de-portugal-e-portugues-do-brasil-vocabulario.
// - Issue threads on members who leave and invitations that wait (Sentry, Voltius, Squarelet, Operately).
export const people = {
  person: `person, user, member, people, colleague, teammate, team member, coworker, staff, employee, partner, cofounder,
    accountant, bookkeeper, analyst, intern, assistant, manager, freelancer, buyer, boss, wife, husband, brother, sister, her, him,
    somebody, someone, everybody, persona, usuario, usuaria, miembro, colega, compañero, compañera, empleado, empleada, socio,
    socia, contador, contadora, analista, becario, becaria, practicante, asistente, gerente, jefe, jefa, esposa, esposo, marido,
    hermano, hermana, alguien, pessoa, usuário, usuária, membro, funcionário, funcionária, sócio, sócia, estagiário, estagiária,
    gestor, gestora, chefe, marido, irmão, irmã, alguém, trafficker, media buyer, community manager, consultant, contractor,
    designer, developer, (old|former|previous) agency, consultor, consultora, diseñador, diseñadora, agencia anterior, antigua
    agencia, ex agencia, freelance, agência (anterior|antiga), ex agência, terceirizado`,
  join: `invite, join, join us, bring on board, get on board, on board, come on board, new hire, new colleague, starts
    (today|tomorrow|monday|next week), set (her|him|them) up, let (her|him|them) in, give (her|him|them) (access|a login), should
    see, (see|view|open) the (numbers|figures|dashboard) too, seat, invitar, unirse, que se una, sumar al equipo, incorporar, dar
    (entrada|de alta) a, dale (entrada|acceso), (que|pueda|puede) ver, (pueda|puedan) ver, entra (hoy|mañana|el lunes), nuevo
    (colega|compañero|empleado), convidar, entrar na (equipe|equipa), entrar com a gente, liberar (a entrada|o acesso), libere (a entrada|o
    acesso), (possa|consiga|precisa) ver, enxergue, enxergar, começa (hoje|amanhã|na segunda)`,
  invitation: `invitation, invite, invited, invitee, pending invitation, awaiting response, join link, invite link, link to join,
    (has|have|did) (accepted|joined), accepted, not accepted yet, have not joined, still has not joined, run out, resend,
    invitación, invitaciones, invitado, invitada, invitados, enlace para unirse, convocado, convocamos, falta entrar, faltan por
    entrar, aún no (entra|acepta), aceptó, sin aceptar, convite, convites, convidado, convidada, convidei, convidamos, chamamos,
    ainda não entrou, aceitou, link do convite, esperando para entrar, access link, access email, (have|has) not opened (it|the
    link), enlace de acceso, link de acceso, correo de acceso, no (ha|han) abierto (el enlace|el correo), link de acesso, não abriu
    (o link|o convite), reenviar (la|el|o) (invitación|correo|convite), verificación pendiente, pending verification`,
  withdraw: `revoke, withdraw, take back, cancel, undo, kill, void, invalidate, wrong address, wrong email, by mistake, stop
    working, can not be used, is not coming, revocar, retirar, anular, cancelar, deshacer, sin efecto, dejar sin efecto,
    (dirección|correo) (equivocado|equivocada), me equivoqué, por error, que no sirva, ya no viene, revogar, anular, desfazer,
    desfaz, e-mail errado, endereço errado, por engano, pare de funcionar, não vem mais, pull back, pull it back, call off, call it
    off, take it back, échalo atrás, echar atrás, voltar atrás`,
  leaver: `leaves, left the (company|team), has left, quit, quitting, resign, fired, let go, laid off, offboard, offboarding,
    ex-employee, former employee, lock out, lock (her|him|them) out, kick out, kick (her|him|them) out, throw out, throw
    (her|him|them) out, out of (our|the) (team|workspace|account), no longer works, take me off, must not (get|come) in, block,
    remove from the team, ya no trabaja, se fue, renunció, despedir, despedimos, despidieron, dejó la empresa, que no entre, que no
    pueda entrar, ciérrale, cerrar el acceso, sacar del equipo, saca a, bloquear, baja de un empleado, saiu da (empresa|equipe|equipa), não
    trabalha mais, demitido, demitida, demitimos, pediu demissão, tirar da (equipe|equipa), tire o acesso, bloqueie, bloquear, desligado da
    empresa, (take|taken|taking|took) away (the|his|her|their|our) access, (remove|revoke|end|cut off) (the|his|her|their) access,
    no longer with us, contract (ended|is over|ran out), ended (the|our) contract, (still|can still) (logs in|log in|get in|gets
    in|has access|have access), delete (the|this|a) (user|person|account of), quitar el acceso, quitarle el acceso, quítale el
    acceso, quítale (la entrada|los accesos), retirar el acceso, (dar|dale|darlo|darla) de baja, (terminó|terminamos|acabó|acabamos)
    (el contrato|contrato), (sigue|siguen) (entrando|con acceso), todavía (entra|tiene acceso), ya no está (con nosotros|en el
    equipo), eliminar (al|un) usuario, (tirar|remover|retirar|cancelar) o acesso, (encerrou|encerramos|acabou) o contrato, contrato
    (acabou|encerrado), ainda (entra|tem acesso|consegue entrar), não está mais (com a gente|na equipe|na equipa|aqui), (excluir|apagar) o
    usuário, no longer (part of|in) (the|our) (organization|team|company), deactivate (the|this|a) (user|person|member), ya no
    (forma parte|es parte), revocar el acceso, desactivar (al|un) usuario, desativar o usuário, revogar o acesso, não faz mais parte`,
  who_has_access: `who (can|could|may) (log in|sign in|see|enter|get in|come in), who else, last (log in|login|came in|come
    in|seen|active), last time (in|here), two-factor, second factor, authenticator, 2FA, roster, quién (puede|tiene)
    (entrar|acceso|ver), quién más, última vez que entró, entró por última vez, último acceso, segundo factor, quem
    (pode|consegue|tem) (entrar|acesso|ver), quem mais, entrou pela última vez, última vez que entrou, dois (passos|fatores),
    autenticação, who is (in|inside|on) (the|our|this) (account|workspace|team), (everyone|everybody|people) with access, list of
    (users|people|members), how many (users|people|seats), (quién|quiénes) (está|están) (dentro|en la cuenta|en el equipo), quiénes
    (pueden|tienen) (entrar|acceso|ver), lista de (usuarios|personas|miembros), (cuántos|cuántas) (usuarios|personas)
    (hay|tenemos|tienen acceso), quem está (dentro|na conta|na equipe|na equipa), quem são os (usuários|membros), lista de
    (usuários|pessoas|membros), (quantos|quantas) (usuários|pessoas) (há|temos|têm acesso)`,
  powers: `role, permission, permissions, rights, powers, privileges, admin, administrator, owner, promote, demote, downgrade,
    upgrade, rank, manage people, only (look|read|view), just (look|read|view), read-only, look only, same
    (powers|rights|permissions), rol, permiso, permisos, derechos, poderes, privilegios, administrador, administradora, administrar,
    ascender, degradar, subir de rango, súbele, rango, solo (mirar|ver|leer|lee), (debe|puede) mirar, mismos (poderes|permisos),
    papel, permissão, permissões, direitos, poderes, privilégios, administrador, administradora, administre, administrar, promover,
    rebaixar, só (olhar|ver|ler), (deve|pode) olhar, mesmos (poderes|direitos), (access level|level of access), change
    (the|his|her|their) access, what (he|she|they|somebody) (can|may) do, make (him|her|them) (an admin|a viewer|a member), give
    (him|her|them) (more|fewer|less) (rights|permissions|access), (nivel|niveles) de acceso, derechos de acceso, hazlo
    administrador, hazla administradora, que sea (admin|administrador|administradora), cambiarle (el rol|los permisos), quitarle
    (permisos|poderes), nível de acesso, função no time, cargo, tornar (admin|administrador|administradora), virar
    (admin|administrador|administradora), deixar como (admin|leitor), mudar (a função|o papel)`,
}
