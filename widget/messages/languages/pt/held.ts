import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'À espera da sua aprovação',
      text: 'Aprove ou recuse no seu aplicativo de aprovação. Nada é enviado antes disso.',
    },
    APPROVED: { heading: 'Aprovado', text: 'Está sendo enviado à blockchain.' },
    FAILED: {
      heading: 'A transferência falhou',
      text: 'A blockchain recusou, e as moedas continuam na sua carteira. Verifique o saldo antes de preparar de novo.',
    },
    REJECTED: {
      heading: 'Recusado',
      text: 'Foi recusado no seu aplicativo de aprovação. Nada foi enviado. Se foi um engano, prepare de novo.',
    },
    EXPIRED: {
      heading: 'Expirado',
      text: 'Não foi aprovado a tempo. Nada foi enviado. Prepare de novo para receber um novo número.',
    },
    CANCELLED: { heading: 'Cancelada', text: 'Já não pode ser executada. Nada foi enviado.' },
  },
  unseen: {
    heading: 'Não conseguimos ver como terminou',
    text: 'O serviço de carteiras não responde há cinco minutos. Pode já estar confirmada ou não: veja de novo antes de enviar outra coisa.',
  },
  again: 'Preparar de novo',
  cancel: 'Cancelar este pagamento',
  unsure:
    'Você assinou, e talvez já esteja a caminho. Tente de novo: a mesma assinatura é entregue, e ela só conta uma vez. Até lá, não pague outra coisa no lugar.',
  executable: (time) =>
    `Não deu certo, mas até ${time} ainda pode dar: se você tentar de novo aqui, ou se outra pessoa entregar sua assinatura. Antes disso, não pague outra coisa no lugar.`,
  number: (number) => `Escolha ${number}`,
  pick: 'Escolha este número no seu aplicativo de aprovação para aprovar. Nada é enviado antes disso.',
  timeLeft: (time) => `Tempo restante: ${time}`,
  open: 'Abrir o aplicativo de aprovação',
  mailed: (email) => `Enviamos um link para ${email ?? 'o seu e-mail'}.`,
  reported: 'Você disse que não pediu isto. Nada foi enviado, e a organização foi avisada.',
  cancelling: {
    what: 'Com esta assinatura você cancela o seguinte. Depois disso, não poderá mais ser executado.',
    refused: 'Não foi possível cancelar. Talvez tenha acabado de ser executado: continuamos olhando.',
    tooLate: 'O cancelamento chegou tarde: o pagamento foi feito.',
  },
}
