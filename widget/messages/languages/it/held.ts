import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'In attesa della tua approvazione',
      text: 'Approva o rifiuta nella tua app di approvazione. Prima non viene inviato nulla.',
    },
    APPROVED: { heading: 'Approvato', text: 'È in corso l’invio alla blockchain.' },
    REJECTED: {
      heading: 'Rifiutato',
      text: 'È stato rifiutato nella tua app di approvazione. Non è stato inviato nulla. Se è stato un errore, preparalo di nuovo.',
    },
    EXPIRED: {
      heading: 'Scaduto',
      text: 'Non è stato approvato in tempo. Non è stato inviato nulla. Preparalo di nuovo per avere un nuovo numero.',
    },
    CANCELLED: { heading: 'Annullata', text: 'Non può più essere eseguita. Non è stato inviato nulla.' },
  },
  unseen: {
    heading: 'Non possiamo vedere com’è andata',
    text: 'Il servizio wallet non risponde da cinque minuti. Potrebbe essere già confermata oppure no: guardi di nuovo prima di inviare altro.',
  },
  number: (number) => `Scegli ${number}`,
  pick: 'Scegli questo numero nella tua app di approvazione per approvare. Prima non viene inviato nulla.',
  timeLeft: (time) => `Tempo rimasto: ${time}`,
  open: 'Apri l’app di approvazione',
  mailed: (email) => `Abbiamo inviato un link a ${email ?? 'la tua e-mail'}.`,
  reported: 'Hai detto di non averlo chiesto. Non è stato inviato nulla e l’organizzazione è stata avvisata.',
}
