import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'In attesa della tua approvazione',
      text: 'Approva o rifiuta nella tua app di approvazione. Prima non viene inviato nulla.',
    },
    APPROVED: { heading: 'Approvato', text: 'È in corso l’invio alla blockchain.' },
    FAILED: {
      heading: 'Il trasferimento è fallito',
      text: 'La blockchain l’ha rifiutato e le monete sono ancora nel tuo wallet. Controlla il saldo prima di prepararlo di nuovo.',
    },
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
  again: 'Prepara di nuovo',
  cancel: 'Annulla questo pagamento',
  unsure:
    'L’hai firmato e potrebbe essere in viaggio. Riprova: viene consegnata la stessa firma, che conta una volta sola. Fino ad allora non pagare altro al suo posto.',
  executable: (time) =>
    `Non è andata a buon fine, ma fino a ${time} può ancora riuscire: se riprovi qui, o se qualcun altro consegna la tua firma. Prima di allora non pagare altro al suo posto.`,
  number: (number) => `Scegli ${number}`,
  pick: 'Scegli questo numero nella tua app di approvazione per approvare. Prima non viene inviato nulla.',
  timeLeft: (time) => `Tempo rimasto: ${time}`,
  open: 'Apri l’app di approvazione',
  mailed: (email) => `Abbiamo inviato un link a ${email ?? 'la tua e-mail'}.`,
  reported: 'Hai detto di non averlo chiesto. Non è stato inviato nulla e l’organizzazione è stata avvisata.',
  cancelling: {
    what: 'Con questa firma annulli quanto segue. Dopo non potrà più essere eseguito.',
    refused: 'Non è stato possibile annullarlo. Forse è appena stato eseguito: continuiamo a guardare.',
    tooLate: 'L’annullamento è arrivato tardi: il pagamento è stato eseguito.',
  },
}
