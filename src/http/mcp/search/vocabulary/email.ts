// Words about email and contacts. Sources were read in 2026-11:
// - Questions in the issue threads of listmonk, Mailjet, ActiveCampaign and Simplero.
// - The glossary of Ecommerce Puro (Brazil).
// - The names of email platforms.
export const email = {
  email: `email, emails, e-mail, e-mails, mail, mails, emailing, email marketing, mailshot, EDM, mailer, newsletter, mailing, mailings,
    email blast, blast, broadcast, e-blast, inbox, correo, correos, boletín, boletines, envío de correo, último envío, envíos,
    disparo, disparos, boletim, boletim informativo, Klaviyo, Mailchimp, Brevo, Sendinblue, ActiveCampaign, Mailjet, Mailerlite,
    RD Station, Doppler`,
  open: `open rate, open rates, opened, opening, read (my|our|the) (emails|email|newsletter|mails), (did|does|do|has|have)
    (anyone|anybody|people) (open|read|click), leyeron, leyó, leídos, leen, abrieron el mail, leram, lido, opens, nobody opened,
    apertura, aperturas, abren, abrieron, abrió, tasa de apertura, abertura, aberturas, abriu, abriram, abrindo, taxa de abertura`,
  subject: `subject, subject line, subject lines, asuntos, línea de asunto, líneas de asunto, assuntos, linha de assunto, asunto, assunto`,
  unsubscribe: `unsubscribe, unsubscribed, opt out, bounce, bounced, spam, deliverability, baja, bajas, desuscribir, rebote, rebotes, descadastro,
    descadastrar, rejeição, rejeições`,
  contact: `contact, contacts, lead, leads, people in (the|our) (CRM|list|database), (our|my|the) (list|database of customers|customer
    list|contact list), in our (database|list|CRM|base), base de (contactos|clientes|suscriptores), agenda, en (la|nuestra)
    (base|lista|agenda), anotado, anotada, base de contatos, na nossa (base|lista), subscriber, prospect, mailing list, address
    book, member, CRM, contacto, suscriptor, suscrito, suscripto, prospecto, interesado, lista de correo, contato, inscrito,
    assinante, cadastro, cadastrado, lista de e-mail, signups, sign ups, signed up, opt-in, opted in, registrations, registered,
    form submissions, audience list, list size, inscriptos, inscripciones, registrados, registros, formulario, formularios, se
    anotaron, base de datos de clientes, cadastros, formulários`,
  tag: `tag, tagged, label, segment, etiqueta, etiquetado, segmento, etiquetados`,
  person: `person, name, phone number, whatsapp, número de, nombre, correo de, mail de, buscá a, buscar a, encontrar a, find (someone|a
    person|a contact|the contact), número do, encontrar o, people named, phone, surname, first name, last name, look up, persona,
    teléfono, apellido, por su nombre, por nombre, pessoa, telefone, sobrenome, pelo nome, por nome, número de celular, telemóvel, número de telemóvel, correo
    electrónico de`,
  scheduled: `scheduled, schedule, upcoming, about to go out, go out, draft email, drafts, queued, programado, programados, programada,
    programadas, por salir, van a salir, agendado, agendados, agendadas, por enviar, borrador, borradores, en cola, rascunho,
    rascunhos`,
  body: `body, text of the (email|emails|newsletter|newsletters|mail), email (copy|text|content|body), writing style, what did (it|they|we)
    say, what it said, plain text, (texto|cuerpo|contenido|redacción) (de|del|de los)
    (email|mail|mails|correo|correos|newsletter|boletín), cuerpo, qué decía, qué decían, (texto|corpo|conteúdo) (do|dos)
    (e-mail|e-mails|email|emails|boletim)`,
}
