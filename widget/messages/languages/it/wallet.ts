import type { WalletMessages } from '#widget/messages/wallet-en.ts'

export const wallet: WalletMessages = {
  labels: {
    activeFrom: 'Attivabile',
    backup: 'Indirizzo di riserva',
    callData: 'Dati della chiamata',
    contract: 'A (il tuo wallet)',
    network: 'Rete',
    proposedKey: 'Nuova chiave (x)',
    sender: 'Da (indirizzo di riserva)',
    value: 'Valore',
    wallet: 'Wallet',
  },
  timeLeft: (days, time) =>
    days === 0
      ? `Tempo rimasto: ${time}`
      : `Tempo rimasto: ${days} ${days === 1 ? 'giorno' : 'giorni'} ${time}`,
  network: (chainId) => `Rete ${chainId}`,
  changeWallet: 'Un altro wallet',
  login: {
    heading: 'Apri il tuo wallet',
    lede: (organization) =>
      `Usa la passkey del tuo wallet ${organization}. Non viene firmato né inviato nulla.`,
    submit: 'Usa la mia passkey',
    working: 'Ricerca del tuo wallet…',
    doneHeading: 'Questo è il tuo wallet',
    done: 'La tua passkey lo apre su questo dispositivo.',
    single:
      'Questa passkey è su un solo dispositivo. Se va perso, solo un indirizzo di riserva può restituire il wallet.',
    singleWithBackup:
      'Questa passkey è su un solo dispositivo. Il tuo indirizzo di riserva può restituire il wallet.',
    unchecked:
      'Questo wallet è stato recuperato, quindi il suo indirizzo non si può calcolare dalla tua passkey. Confrontalo con quello che hai annotato prima di ricevere denaro.',
    missedHeading: 'Questa passkey non apre nessuno dei tuoi wallet',
    missed: {
      unknown:
        'Forse è di un altro account o di un altro sito. Prova un’altra passkey o accedi con un altro account.',
      'other-chain': 'È stata creata per un wallet su un’altra rete. Prova un’altra passkey.',
      replaced: 'Un recupero ha messo un’altra passkey al suo posto. Usa quella più recente.',
    },
    again: 'Prova un’altra passkey',
    forget: 'Togli questa passkey dal mio dispositivo',
    forgetHint:
      'Solo se hai la certezza che non apre nulla: un wallet altrove, aperto solo da questa passkey, andrebbe perso.',
    forgetSure: 'Sì, toglila',
  },
  receive: {
    heading: 'Ricevi',
    lede: 'Dai questo indirizzo a chi ti paga.',
    qr: 'Codice QR del tuo indirizzo',
    accepted: 'Accettati qui',
    otherwise: (chainId) =>
      `Invia solo su questa rete (rete ${chainId}). Ciò che viene inviato su un’altra rete qui non arriva.`,
    received: (amount) => `Ricevuto: ${amount}`,
    watching: 'Ciò che arriva compare qui da solo.',
    stalled: 'Non è stato possibile leggere il saldo. Continuiamo a provare.',
    blind: 'Questo servizio non comunica i saldi, quindi qui non compare ciò che arriva.',
    balance: (amount) => `hai ${amount}`,
  },
  backup: {
    heading: 'Indirizzo di riserva',
    lede: 'Se perdi la passkey, questo indirizzo può darne una nuova al wallet. Servono tre giorni, e fino ad allora la tua passkey può rifiutarla.',
    hint: 'Un indirizzo la cui chiave è al sicuro e non su questo dispositivo: un wallet hardware o una persona di fiducia.',
    present: 'Hai un indirizzo di riserva. Puoi sostituirlo.',
    none: 'Non hai un indirizzo di riserva. Se perdi la passkey, perdi anche il wallet.',
    unknown: 'Questo servizio non dice quale indirizzo di riserva c’è.',
    label: 'Nuovo indirizzo di riserva',
    submit: 'Controlla e firma',
    remove: 'Togli l’indirizzo di riserva',
    later: 'Più tardi',
    pendingHeading: 'È proposta una nuova passkey',
    pending: (time) =>
      `L’indirizzo di riserva vuole dare al tuo wallet una nuova passkey. Si potrà attivare dal ${time}. Se non eri tu, rifiutala adesso.`,
    refuse: 'Rifiuta la nuova passkey',
    problems: {
      missing: 'Inserisci un indirizzo.',
      notAddress: 'Non è un indirizzo che può avere una chiave: servono 0x e 40 caratteri.',
      checksum: 'Questo indirizzo contiene un errore. Copialo di nuovo.',
      self: 'Questo è un tuo wallet, aperto dalle stesse passkey. Usa un altro indirizzo.',
      token: 'Questo è il contratto di un token, che non può firmare nulla. Usa un altro indirizzo.',
      same: 'Questo è già il tuo indirizzo di riserva.',
      imitation:
        'Questo indirizzo somiglia a uno dei tuoi ed è un altro. Copialo di nuovo da dove lo conosci.',
    },
    what: {
      set: 'Indichi un indirizzo di riserva',
      remove: 'Togli l’indirizzo di riserva',
      removed: 'Nessuno potrà recuperare il wallet',
      refuse: 'Rifiuti la passkey proposta',
      refused: 'La tua passkey resta',
      unknown: 'Chiami un contratto',
      unknownMain: 'Nessuno qui sa dire che cosa fa',
    },
    warnings: {
      'sets-backup':
        'Chi ha la chiave di questo indirizzo può prendersi il tuo wallet dopo tre giorni, se non rifiuti in tempo.',
      'removes-backup': 'Senza indirizzo di riserva, una passkey persa è un wallet perso.',
      'unknown-call': 'Nessuno qui sa dire che cosa fa questa chiamata.',
    },
    confirmed: { heading: 'Fatto', text: 'È definitivo.' },
    failed: { heading: 'Non riuscito', text: 'La blockchain l’ha rifiutato e non è cambiato nulla.' },
    preparing: 'Preparazione…',
    another: 'Mostra l’indirizzo di riserva',
  },
  recover: {
    heading: 'Recupera il tuo wallet',
    lede: 'Per quando la sua passkey è persa. Ora ne crei una nuova. Il tuo indirizzo di riserva la propone e, tre giorni dopo, apre il wallet.',
    submit: 'Crea la nuova passkey',
    domain: 'Vale su',
    proposalHeading: 'Proponi la nuova passkey',
    proposal:
      'Invia questa chiamata dal tuo indirizzo di riserva, con qualsiasi app di wallet. Vedremo quando è arrivata.',
    other:
      'L’indirizzo di riserva ha proposto un’altra passkey. Invia questa chiamata per proporre invece questa; i tre giorni ricominciano.',
    qr: 'Codice QR della chiamata, per le app che lo leggono',
    watching: 'In attesa. Puoi andare e tornare: la tua nuova passkey resta.',
    stalled: 'Non è stato possibile leggere il wallet. Continuiamo a provare.',
    waitingHeading: 'Attendi',
    waiting:
      'La nuova passkey è proposta. Si potrà attivare allo scadere del tempo. Fino ad allora quella vecchia può rifiutarla.',
    waitingElsewhere:
      'È proposta una nuova passkey, ma non è stata creata in questo browser. Se non l’hai chiesta, rifiutala con la tua passkey attuale.',
    activateHeading: 'Attiva la nuova passkey',
    activateText:
      'I tre giorni sono passati. D’ora in poi la nuova passkey apre il wallet e quella vecchia no.',
    activate: 'Attiva',
    working: 'Attivazione della nuova passkey…',
    noBackupHeading: 'Questo wallet non ha un indirizzo di riserva',
    noBackup:
      'Lo apre solo la sua passkey. Cercala sugli altri tuoi dispositivi, nel gestore di password o sulla chiave di sicurezza.',
    doneHeading: 'Il tuo wallet è recuperato',
    done: 'Si apre con la tua nuova passkey. Quella vecchia non lo apre più.',
    doneElsewhere: 'Si apre con la nuova passkey, sul dispositivo in cui è stata creata.',
  },
}
