// Emails to people, in Spanish.
import type { mail_en } from './en.ts'

export const mail_es: Record<keyof typeof mail_en, string> = {
  'mail.greeting': 'Hola:',
  'mail.verify.subject': 'Confirma tu dirección de correo',
  'mail.verify.text':
    'Alguien creó una cuenta de Tablero con esta dirección. Si fuiste tú, confírmala. El enlace funciona durante una hora.',
  'mail.verify.link': 'Confirmar la dirección',
  'mail.reset.subject': 'Elige una nueva contraseña',
  'mail.reset.text':
    'Alguien pidió una nueva contraseña para tu cuenta de Tablero. Si fuiste tú, elígela. El enlace funciona durante una hora y una sola vez. Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
  'mail.reset.link': 'Elegir una contraseña',
  'mail.password_changed.subject': 'Tu contraseña cambió',
  'mail.password_changed.text':
    'La contraseña de tu cuenta de Tablero cambió y todas las sesiones terminaron. Si no fuiste tú, elige otra de inmediato con "¿Olvidaste tu contraseña?" en la página para entrar.',
  'mail.sign_up_known.subject': 'Ya tienes una cuenta',
  'mail.sign_up_known.text':
    'Alguien intentó crear una cuenta de Tablero con esta dirección, que ya tiene una. Si fuiste tú, entra. Si olvidaste la contraseña, la página para entrar te ayuda.',
  'mail.sign_up_known.link': 'Entrar',
  'mail.sign_in_blocked.subject': 'Pausamos la entrada a tu cuenta',
  'mail.sign_in_blocked.text':
    'Hubo {attempts} intentos fallidos de entrar a tu cuenta de Tablero, así que rechazamos otros durante {minutes} minutos. Los navegadores en los que ya entraste siguen funcionando. Si no fuiste tú, no tienes que hacer nada.',
  'mail.invitation.subject': '{inviter_name} te invita a {org_name}',
  'mail.invitation.text':
    '{inviter_name} te invita a la organización {org_name} en Tablero, con el rol {role}. Acepta con esta dirección de correo hasta el {expires_on}.',
  'mail.invitation.link': 'Ver la invitación',
  'mail.access_request.subject': '{inviter_name} pide acceso para {org_name}',
  'mail.access_request.text':
    '{inviter_name} te pide que la agencia {org_name} pueda trabajar en una organización tuya en Tablero. Entra con esta dirección de correo hasta el {expires_on}, abre la organización que elijas y responde en Ajustes, Miembros. Sin tu respuesta, la agencia no ve nada.',
  'mail.access_request.link': 'Abrir Tablero',
  'mail.notification.subject': '{title}',
  'mail.notification.text': '{title}',
  'mail.notification.link': 'Abrir Tablero',
  'mail.footer':
    'Tablero envió este correo por una acción en una cuenta o en una organización. Nadie lee las respuestas.',
}
