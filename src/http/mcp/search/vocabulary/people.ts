// Words about people and what they may do. Sources were read in 2026-11:
// - Help pages on members, roles and invitations (Levo, Kandji, Superchat, Magister, OpusFlow, Banqup), in English and Spanish.
// - Issue threads on members who leave and invitations that wait (Sentry, Voltius, Squarelet, Operately).
export const people = {
  person: `person, user, member, people, colleague, teammate, team member, coworker, staff, employee, partner, cofounder, accountant, bookkeeper,
    analyst, intern, assistant, manager, freelancer, buyer, boss, wife, husband, brother, sister, her, him, somebody, someone,
    everybody, persona, usuario, usuaria, miembro, colega, compañero, compañera, empleado, empleada, socio, socia, contador,
    contadora, analista, becario, becaria, practicante, asistente, gerente, jefe, jefa, esposa, esposo, marido, hermano, hermana,
    alguien, pessoa, usuário, usuária, membro, funcionário, funcionária, sócio, sócia, estagiário, estagiária, gestor, gestora,
    chefe, marido, irmão, irmã, alguém`,
  join: `invite, join, join us, bring on board, get on board, on board, come on board, new hire, new colleague, starts (today|tomorrow|monday|next week), set (her|him|them)
    up, let (her|him|them) in, give (her|him|them) (access|a login), should see, (see|view|open) the (numbers|figures|dashboard) too, seat, invitar, unirse, que se una, sumar al equipo,
    incorporar, dar (entrada|de alta) a, dale (entrada|acceso), (que|pueda|puede) ver, (pueda|puedan) ver, entra (hoy|mañana|el lunes), nuevo (colega|compañero|empleado),
    convidar, entrar na equipe, entrar com a gente, liberar (a entrada|o acesso), libere (a entrada|o acesso), (possa|consiga|precisa) ver, enxergue, enxergar, começa (hoje|amanhã|na segunda)`,
  invitation: `invitation, invite, invited, invitee, pending invitation, awaiting response, join link, invite link, link to join, (has|have|did) (accepted|joined), accepted, not accepted
    yet, have not joined, still has not joined, run out, resend, invitación, invitaciones, invitado, invitada, invitados, enlace para unirse, convocado, convocamos, falta entrar, faltan por entrar, aún no (entra|acepta), aceptó, sin aceptar,
    convite, convites, convidado, convidada, convidei, convidamos, chamamos, ainda não entrou, aceitou, link do convite, esperando para entrar`,
  withdraw: `revoke, withdraw, take back, cancel, undo, kill, void, invalidate, wrong address, wrong email, by mistake, stop working, can not be used, is not coming, revocar, retirar, anular, cancelar, deshacer, sin efecto, dejar sin efecto,
    (dirección|correo) (equivocado|equivocada), me equivoqué, por error, que no sirva, ya no viene, revogar, anular, desfazer, desfaz, e-mail errado, endereço errado, por engano, pare de funcionar, não vem mais`,
  leaver: `leaves, left the (company|team), has left, quit, quitting, resign, fired, let go, laid off, offboard, offboarding, ex-employee, former
    employee, lock out, lock (her|him|them) out, kick out, kick (her|him|them) out, throw out, throw (her|him|them) out, out of (our|the) (team|workspace|account), no longer works, take me off, must not (get|come) in, block, remove from the team, ya no trabaja, se fue, renunció, despedir, despedimos,
    despidieron, dejó la empresa, que no entre, que no pueda entrar, ciérrale, cerrar el acceso, sacar del equipo, saca a, bloquear, baja de un empleado, saiu da (empresa|equipe), não trabalha mais, demitido, demitida, demitimos,
    pediu demissão, tirar da equipe, tire o acesso, bloqueie, bloquear, desligado da empresa`,
  who_has_access: `who (can|could|may) (log in|sign in|see|enter|get in|come in), who else, last (log in|login|came in|come in|seen|active), last time (in|here), two-factor, second factor, authenticator, 2FA,
    roster, quién (puede|tiene) (entrar|acceso|ver), quién más, última vez que entró, entró por última vez, último acceso, segundo factor, quem (pode|consegue|tem) (entrar|acesso|ver), quem mais, entrou pela última vez, última vez que entrou, dois (passos|fatores), autenticação`,
  powers: `role, permission, permissions, rights, powers, privileges, admin, administrator, owner, promote, demote, downgrade, upgrade, rank, manage
    people, only (look|read|view), just (look|read|view), read-only, look only, same (powers|rights|permissions), rol, permiso, permisos, derechos, poderes, privilegios,
    administrador, administradora, administrar, ascender, degradar, subir de rango, súbele, rango, solo (mirar|ver|leer|lee), (debe|puede) mirar, mismos (poderes|permisos), papel, permissão, permissões, direitos, poderes, privilégios, administrador, administradora, administre, administrar, promover,
    rebaixar, só (olhar|ver|ler), (deve|pode) olhar, mesmos (poderes|direitos)`,
}
