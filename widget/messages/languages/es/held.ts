import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'A la espera de su aprobación',
      text: 'Apruébelo o rechácelo en su aplicación de aprobaciones. Antes no se envía nada.',
    },
    APPROVED: { heading: 'Aprobado', text: 'Se está enviando a la blockchain.' },
    REJECTED: {
      heading: 'Rechazado',
      text: 'Se rechazó en su aplicación de aprobaciones. No se ha enviado nada. Si fue un descuido, prepárelo otra vez.',
    },
    EXPIRED: {
      heading: 'Caducado',
      text: 'No se aprobó a tiempo. No se ha enviado nada. Prepárelo otra vez para obtener un número nuevo.',
    },
    CANCELLED: { heading: 'Cancelada', text: 'Ya no se puede ejecutar. No se ha enviado nada.' },
  },
  unseen: {
    heading: 'No podemos ver cómo terminó',
    text: 'El servicio de carteras no responde desde hace cinco minutos. Puede que ya esté confirmada o que no: vuelva a mirar antes de enviar otra cosa.',
  },
  number: (number) => `Elija ${number}`,
  pick: 'Elija este número en su aplicación de aprobaciones para aprobarlo. Antes no se envía nada.',
  timeLeft: (time) => `Quedan ${time}`,
  open: 'Abrir la aplicación de aprobaciones',
  mailed: (email) => `Hemos enviado un enlace a ${email ?? 'su correo'}.`,
  reported: 'Dijo que no lo pidió. No se ha enviado nada y la organización está avisada.',
}
