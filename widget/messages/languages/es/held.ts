import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'A la espera de su aprobación',
      text: 'Apruébelo o rechácelo en su aplicación de aprobaciones. Antes no se envía nada.',
    },
    APPROVED: { heading: 'Aprobado', text: 'Se está enviando a la blockchain.' },
    FAILED: {
      heading: 'La transferencia ha fallado',
      text: 'La blockchain la ha rechazado y las monedas siguen en su cartera. Revise el saldo antes de prepararla otra vez.',
    },
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
  again: 'Preparar otra vez',
  cancel: 'Cancelar este pago',
  unsure:
    'Usted lo ha firmado y puede que esté en camino. Inténtelo otra vez: se entrega la misma firma, que solo cuenta una vez. Hasta entonces no pague otra cosa en su lugar.',
  executable: (time) =>
    `No salió adelante, pero hasta ${time} todavía puede: si lo intenta otra vez aquí, o si otra persona entrega su firma. Antes de eso no pague otra cosa en su lugar.`,
  number: (number) => `Elija ${number}`,
  pick: 'Elija este número en su aplicación de aprobaciones para aprobarlo. Antes no se envía nada.',
  timeLeft: (time) => `Quedan ${time}`,
  open: 'Abrir la aplicación de aprobaciones',
  mailed: (email) => `Hemos enviado un enlace a ${email ?? 'su correo'}.`,
  reported: 'Dijo que no lo pidió. No se ha enviado nada y la organización está avisada.',
  cancelling: {
    what: 'Con esta firma cancela lo siguiente. Después ya no se podrá ejecutar.',
    refused: 'No se pudo cancelar. Quizá acaba de ejecutarse: seguimos mirando.',
    tooLate: 'La cancelación llegó tarde: el pago se realizó.',
  },
}
