import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT:
      'Le passkey richiedono una pagina cifrata. Apri questa pagina con il suo indirizzo che inizia con https://.',
    PAGE_HIDDEN:
      'Questa pagina non era in primo piano, quindi la richiesta della passkey non poteva aprirsi. Fai clic qui e riprova.',
    PASSKEY_NOT_FOUND:
      'Questo dispositivo non ha una passkey per questo wallet. Non è stato firmato nulla. Riprova e scegli il telefono o un altro dispositivo.',
    PASSKEY_REFUSED:
      'Il browser ha rifiutato subito, senza chiedere. Imposta un blocco schermo, l’impronta o il PIN e riprova, oppure usa un altro dispositivo.',
    PASSKEY_NO_ANSWER:
      'Il gestore di password ha preso la richiesta e non ha risposto. Disattivalo per questa pagina, o scegline un altro, e riprova.',
    PASSKEY_BUSY: 'È aperta un’altra richiesta di passkey. Completala o chiudila e riprova.',
    PASSKEY_UNVERIFIED:
      'Il dispositivo non ha verificato la tua identità. Imposta impronta, volto o PIN, oppure usa un altro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Questo dispositivo crea un tipo di passkey diverso da quello che serve ai wallet. Usa un altro dispositivo o gestore di password.',
    CLOCK_WRONG:
      'L’orologio di questo dispositivo è sbagliato, quindi il limite di tempo è stato rifiutato. Impostalo su automatico, controlla ancora una volta e conferma.',
    RP_ID_MISMATCH:
      'La passkey appartiene a un indirizzo web diverso da questa pagina. Apri la pagina in cui l’hai creata.',
    PASSKEY_BLOCKED:
      'La pagina che contiene questa non consente le passkey qui. Prosegui in una finestra a parte.',
  },
  copyDetails: 'i dettagli per l’assistenza',
  windowNeeded: 'Questo browser crea passkey solo in una finestra a parte. Premi di nuovo per aprirla.',
  covered: 'Qualcosa copre questo wallet, o non si vede per intero. Così non si può confermare nulla.',
  openWindow: 'Apri in una finestra',
  windowOpen: 'Prosegui nella finestra che si è aperta.',
  windowBlocked:
    'Il browser non ha aperto la finestra. Consenti i pop-up per questa pagina e premi di nuovo.',
  createHeading: 'Crea la passkey qui',
  createLede: 'La pagina da cui vieni non può farlo da sola. Poi questa finestra si chiude.',
  createSubmit: 'Crea passkey',
}
