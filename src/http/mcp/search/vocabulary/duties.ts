// Words about what only a person does on a page of the dashboard. Sources of 2026-11: the words of docs/dashboard.md and docs/glossary.md, and
// their forms in the three languages.
export const duties = {
  api_key: `api key, api keys, api token, access token, access tokens, token, tokens, credential, credentials, secret key,
    (our|my|the|this|that|a|new|old|another) key, (our|my|these|those) keys, key for, clave de api, claves de api, llave de api, llaves de api,
    clave secreta, credencial, credenciales, (la|una|esa|esta|nuestra|otra) (clave|llave), (nuestras|mis|esas) (claves|llaves),
    (clave|llave) (nueva|vieja|para), chave de api, chaves de api, chave secreta, credenciais, (a|uma|essa|esta|nossa|outra) chave,
    (nossas|minhas|essas) chaves, chave (nova|antiga|para)`,
  exposed: `leaked, leak, leaks, exposed, stolen, compromised, published by accident, hacked, got out, filtró, filtrada, filtrado, filtraron, robaron,
    robada, robado, expuesta, expuesto, comprometida, hackearon, vazou, vazaram, vazada, roubaram, roubada, exposta, exposto, hackearam`,
  money_unit: `currency, currencies, moneda, monedas, divisa, divisas, moeda, moedas, everything in (dollars|euros|pesos|pounds|reais),
    (all|the) (amounts|reports|figures) in, (reports|dashboard|panel) in, todo en (dólares|euros|pesos|soles), (reportes|tablero|panel) en,
    tudo em (dólares|euros|reais), (relatórios|painel) em, (montos|valores|cifras) (en|em), from (pesos|dollars|euros|reais) to,
    de (pesos|dólares|euros|reais|soles) (a|para)`,
  zone: `time zone, timezone, zona horaria, huso horario, huso, fuso, fuso horário, utc, gmt, (wrong|local) (time|hour), hora (local|equivocada),
    hora errada, hora de (Madrid|Bogotá|Lima|Buenos Aires|México), (horário|hora) de (São Paulo|Brasília|Lisboa)`,
  tongue: `language, idioma, lengua, (in|to|into) (English|Spanish|Portuguese|French), (en|a|al) (inglés|español|portugués|castellano|francés),
    (em|para) (inglês|espanhol|português|francês), translate, traducir, traduzir`,
  whole_org: `(whole|entire) (company|organization|business|workspace), everything you have (on|about) us, (empresa|organización|cuenta) (entera|completa),
    toda (la|nuestra) (empresa|organización|cuenta), (empresa|organização|conta) (inteira|toda|completa), toda a (nossa empresa|empresa|organização|conta),
    (close|delete|end|cancel) (our|the|my) (company|organization|workspace), (cerrar|cierra|eliminar|elimina|borrar|borra) (la|nuestra) (empresa|organización),
    (fechar|feche|excluir|exclua|apagar|apague|encerrar|encerre) (a|nossa|a nossa) (empresa|organização)`,
  approver: `approver, approvers, aprobador, aprobadora, aprobadores, aprovador, aprovadora, aprovadores, (may|able to|allowed to|right to|power to|let)
    (approve|sign off|authorize), (him|her|them|someone|manager) (approve|sign off|authorize), delegate,
    (pueda|puedan|derecho de|derecho a|permiso para|poder) (aprobar|autorizar), delegar, delega,
    (possa|possam|direito de|permissão para|poder de) (aprovar|autorizar), delegue`,
  sign_in_safety: `password, passwords, contraseña, contraseñas, senha, senhas, palavra-passe, two-factor, two factor, second factor, 2FA, authenticator,
    recovery codes, verificación en dos pasos, segundo factor, doble factor, códigos de recuperación, verificação em duas etapas, segundo fator,
    códigos de recuperação, autenticador, autenticadora`,
  outside_app: `third-party, third party, OAuth, Claude, ChatGPT, Cursor, Gemini, Copilot, authorized (apps|applications|programs), (apps|applications)
    (have|has|with) access, de terceros, aplicaciones (autorizadas|conectadas|con acceso), apps (autorizadas|conectadas|con acceso),
    de terceiros, aplicativos (autorizados|conectados|com acesso), apps (autorizados|conectados|com acesso)`,
  again: `resend, redeliver, replay, retry, send (again|it again|once more), once more, reenviar, reenvía, reenviá, reintentar, reintenta, reintentá,
    (de nuevo|otra vez), volver a (mandar|enviar), vuelve a (mandar|enviar|entregar), reenvie, reenvia, retransmitir, retransmita, (de novo|outra vez),
    tentar novamente, tente novamente`,
  signature: `signing secret, secret, signature, signatures, secreto, firma, firmas, segredo, segredos`,
  back: `undo, undone, revert, reverse, roll back, rollback, put back, put it back, bring back, (as|how|where) it was, before the change, deshacer, deshaz,
    deshacé, revertir, revierte, revertí, marcha atrás, (vuelve|volver|volvé|vuelvan|ir) atrás, como (estaba|estaban), estado anterior, desfazer,
    desfaz, desfaça, reverter, reverta, reverte, (volte|voltar|volta|volto) atrás, como (estava|estavam)`,
  own_mail: `unsubscribe, unsubscribe me, (stop|quit) (emailing|mailing), emailing me, email me, sending me (emails|email|mail), (emails|mails) from
    (you|Tablero), so (many|much) (emails|mail), too many (emails|mails), desuscribir, desuscribirme, (me|nos) (llegue|lleguen|llega|llegan|manden|mandan)
    (correo|correos|mail|mails|emails), mandarme (correos|mails|emails), mandar (e-mails|e-mail) para mim, me mandar (e-mails|emails),
    descadastrar, cancelar minha inscrição`,
}
