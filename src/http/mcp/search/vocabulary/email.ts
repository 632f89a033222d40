// Words about email and contacts. Sources were read in 2026-11:
// - Questions in the issue threads of listmonk, Mailjet, ActiveCampaign and Simplero.
// - The glossary of Ecommerce Puro (Brazil).
// - The names of email platforms.
export const email = {
  email: `email, e-mail, mail, newsletter, mailing, mailings, email blast, blast, broadcast, e-blast, inbox, correo, correos, boletín,
    boletines, envío de correo, último envío, envíos, mailing, disparo, disparos, boletim, boletim informativo, e-mails, Klaviyo, Mailchimp, Brevo,
    Sendinblue, ActiveCampaign, Mailjet, Mailerlite, RD Station, Doppler`,
  open: `open rate, opened, opens, nobody opened, apertura, aperturas, abren, abrieron, abrió, tasa de apertura, abertura, aberturas, abriu,
    abriram, abrindo, taxa de abertura`,
  subject: `subject, subject line, headline, asunto, assunto`,
  unsubscribe: `unsubscribe, unsubscribed, opt out, bounce, bounced, spam, deliverability, baja, bajas, desuscribir, rebote, rebotes,
    descadastro, descadastrar, rejeição, rejeições`,
  contact: `contact, lead, subscriber, prospect, mailing list, address book, member, CRM, contacto, suscriptor, suscrito, suscripto, prospecto,
    interesado, lista de correo, contato, inscrito, assinante, cadastro, cadastrado, lista de e-mail`,
  tag: `tag, tagged, label, segment, etiqueta, etiquetado, segmento, etiquetados`,
  person: `person, people named, phone, surname, first name, last name, look up, persona, teléfono, apellido, por su nombre, por nombre, pessoa,
    telefone, sobrenome, pelo nome, por nome`,
}
