// Emails to people, in Portuguese.
import type { mail_en } from './en.ts'

export const mail_pt: Record<keyof typeof mail_en, string> = {
  'mail.greeting': 'Olá,',
  'mail.verify.subject': 'Confirme seu endereço de e-mail',
  'mail.verify.text':
    'Alguém criou uma conta do Tablero com este endereço. Se foi você, confirme. O link funciona por uma hora.',
  'mail.verify.link': 'Confirmar o endereço',
  'mail.reset.subject': 'Escolha uma nova senha',
  'mail.reset.text':
    'Alguém pediu uma nova senha para sua conta do Tablero. Se foi você, escolha uma. O link funciona por uma hora e uma só vez. Se não foi você, não faça nada: sua senha continua a mesma.',
  'mail.reset.link': 'Escolher uma senha',
  'mail.password_changed.subject': 'Sua senha foi alterada',
  'mail.password_changed.text':
    'A senha da sua conta do Tablero foi alterada e todas as sessões terminaram. Se não foi você, escolha outra imediatamente com "Esqueceu a senha?" na página de entrada.',
  'mail.sign_up_known.subject': 'Você já tem uma conta',
  'mail.sign_up_known.text':
    'Alguém tentou criar uma conta do Tablero com este endereço, que já tem uma. Se foi você, entre. Se esqueceu a senha, a página de entrada ajuda.',
  'mail.sign_up_known.link': 'Entrar',
  'mail.sign_in_blocked.subject': 'A entrada na sua conta foi pausada',
  'mail.sign_in_blocked.text':
    'Houve {attempts} tentativas fracassadas de entrar na sua conta do Tablero, então outras são recusadas por {minutes} minutos. Os navegadores em que você já entrou continuam funcionando. Se não foi você, não precisa fazer nada.',
  'mail.invitation.subject': '{inviter_name} convida você para {org_name}',
  'mail.invitation.text':
    '{inviter_name} convida você para a organização {org_name} no Tablero, com o papel {role}. Aceite com este endereço de e-mail até {expires_on}.',
  'mail.invitation.link': 'Ver o convite',
  'mail.access_request.subject': '{inviter_name} pede acesso para {org_name}',
  'mail.access_request.text':
    '{inviter_name} pede que você deixe a agência {org_name} trabalhar em uma organização sua no Tablero. Entre com este endereço de e-mail até {expires_on}, abra a organização que você escolher e responda em Configurações, Membros. Sem a sua resposta, a agência não vê nada.',
  'mail.access_request.link': 'Abrir o Tablero',
  'mail.notification.subject': '{title}',
  'mail.notification.text': '{title}',
  'mail.notification.link': 'Abrir o Tablero',
  'mail.footer':
    'O Tablero enviou este e-mail por causa de uma ação em uma conta ou organização. Ninguém lê as respostas.',
}
