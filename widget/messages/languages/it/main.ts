import type { MainMessages } from '#widget/messages/en.ts'

/** Italian, informal as Italian apps are. */
export const main: MainMessages = {
  language: 'it',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: 'Questa pagina non ha configurato bene il wallet. Avvisa chi la gestisce.',
    UNSUPPORTED_BROWSER:
      'Questo browser non può usare passkey su questa pagina. Aprila in un browser aggiornato.',
    RP_ID_MISMATCH:
      'La passkey appartiene a un altro indirizzo web. Apri la pagina in cui hai creato il wallet.',
    OPERATION_NOT_ALLOWED: 'Questa pagina non può farlo con il tuo wallet. Avvisa chi la gestisce.',
    SESSION_EXPIRED: 'La sessione è terminata. Ricarica la pagina, accedi se te lo chiede e ricomincia.',
    OFFLINE: 'Sei offline. Controlla la connessione e riprova: non si è perso nulla.',
    NETWORK_FAILED: 'Il servizio wallet non è raggiungibile. Riprova tra poco: non si è perso nulla.',
    UNEXPECTED_ANSWER:
      'Il servizio wallet ha dato una risposta che non comprendiamo, quindi ci siamo fermati. Riprova più tardi.',
    OUTCOME_UNKNOWN:
      'Non abbiamo potuto vedere se è stato inviato. Riprova: nulla viene mai inviato due volte.',
    UNKNOWN: 'Qualcosa è andato storto. Riprova o avvisa chi gestisce questa pagina.',
    PASSKEY_CANCELLED:
      'La richiesta della passkey è stata chiusa o non ne ha trovata una adatta. Non è stato firmato nulla. Riprova.',
    PASSKEY_TIMEOUT:
      'La richiesta della passkey non ha avuto risposta in tempo. Non è stato firmato nulla. Riprova.',
    PASSKEY_BLOCKED:
      'La pagina che contiene questa non consente le passkey. Apri questa pagina in una scheda sua.',
    PASSKEY_EXISTS: 'Questo dispositivo ha già una passkey così. Usa quella o scegli un altro dispositivo.',
    PASSKEY_UNSUITABLE:
      'Questa passkey non può aprire un wallet. Prova un altro dispositivo o gestore di password.',
    PASSKEY_WRONG:
      'Questa è la passkey di un altro wallet. Non è stato inviato nulla. Riprova con quella di questo wallet.',
    ADDRESS_MISMATCH:
      'Il servizio wallet ha indicato un indirizzo che non è quello della tua passkey, quindi ci siamo fermati. Non inviare nulla a quell’indirizzo e avvisa chi gestisce questa pagina.',
    CALL_MISMATCH:
      'Il servizio wallet ha preparato qualcosa di diverso da ciò che hai chiesto, quindi ci siamo fermati. Non è stato firmato nulla. Avvisa chi gestisce questa pagina.',
    NO_WALLET: 'Qui non hai ancora un wallet. Prima creane uno.',
    NO_TOKEN: 'Questo wallet non ha monete che si possano inviare da qui.',
    INSUFFICIENT_BALANCE: 'Il saldo del wallet non basta per la commissione. Ricaricalo e riprova.',
    STOPPED_BY_PAGE: 'Questa pagina ha impedito la firma. Non è stato inviato nulla.',
    VALIDATION_FAILED: 'Il servizio wallet ha rifiutato qualcosa che hai inserito. Controlla e riprova.',
    INVALID_VERIFICATION_CODE:
      'Il codice è sbagliato o troppo vecchio. Guarda l’e-mail più recente o chiedi un nuovo codice.',
    INVALID_PUBLIC_KEY: 'Il servizio wallet non può usare questa passkey. Creane un’altra.',
    RP_ID_HASH_NOT_REGISTERED: 'Questo indirizzo web non è registrato per i wallet. Avvisa chi lo gestisce.',
    WALLET_ALREADY_DEPLOYED:
      'Questa passkey ha già un wallet, ma non nel tuo account qui. Ricomincia e crea una nuova passkey.',
    INSUFFICIENT_FEE_BALANCE: 'Il pagamento non è ancora arrivato.',
    TRANSACTION_EXPIRED:
      'Il tempo è scaduto, quindi abbiamo fissato un nuovo limite. Controlla ancora una volta e conferma.',
    EXPIRATION_TOO_FAR:
      'Gli orologi non coincidevano, quindi abbiamo fissato un nuovo limite. Controlla ancora una volta e conferma.',
    INVALID_SIGNATURE:
      'La firma non è stata accettata. Non è stato inviato nulla. Conferma ancora una volta.',
    FEE_REFUSED: 'La commissione è cambiata. Controlla quella nuova e conferma di nuovo.',
    TRANSACTION_REVERTS:
      'Questo trasferimento fallirebbe, quindi non è stato inviato. Controlla importo, destinatario e saldo.',
    RECIPIENT_CANNOT_RECEIVE:
      'Il destinatario è un contratto che non può riceverlo. Non è stato inviato nulla.',
    TOKEN_UNREADABLE: 'Questo token non si può leggere. Controlla il suo indirizzo.',
    WALLET_NOT_OWNED: 'Questo wallet non è nel tuo account qui. Avvisa chi gestisce questa pagina.',
    NOT_FOUND: 'Il servizio wallet non lo offre. Avvisa chi gestisce questa pagina.',
    CONFLICT: 'È già in corso. Aspetta un momento e riprova.',
    RATE_LIMITED: 'Troppe volte di seguito. Aspetta un momento e riprova.',
    CHAIN_FAILED: 'La blockchain non è raggiungibile. Riprova tra poco: non si è perso nulla.',
    CHAIN_TIMEOUT: 'La blockchain non ha risposto in tempo. Riprova: nulla viene mai inviato due volte.',
    UNAVAILABLE: 'Il servizio wallet al momento non è disponibile. Riprova tra poco: non si è perso nulla.',
    ORIGIN_REFUSED: 'Questo indirizzo web non può usare il servizio wallet. Avvisa chi lo gestisce.',
    EMAIL_REFUSED: 'Questa sessione è di un altro indirizzo e-mail. Ricarica la pagina e ricomincia.',
  },
  warnings: {
    'self-transfer': 'Il destinatario è questo stesso wallet.',
    'to-token-contract': 'Il destinatario è il contratto stesso del token. Le monete inviate lì vanno perse.',
    'to-zero-address': 'Il destinatario non è nessuno. Le monete inviate lì vanno perse.',
    'unknown-token': 'Nessuno qui garantisce per questo token o per il suo nome.',
    'suspicious-token-text': 'Il nome del token è scritto per ingannare.',
  },
  otherWarning: 'Leggi ogni dettaglio prima di confermare.',
  states: {
    SUBMITTED: { heading: 'Inviato', text: 'La blockchain lo sta confermando. Bastano pochi secondi.' },
    CONFIRMED: { heading: 'Confermato', text: 'Il trasferimento è definitivo.' },
  },
  common: {
    cancel: 'Annulla',
    back: 'Indietro',
    continue: 'Continua',
    tryAgain: 'Riprova',
    startAgain: 'Ricomincia',
    copy: 'Copia',
    copied: 'Copiato',
    copyWhat: (what) => `Copia: ${what}`,
    loading: 'Caricamento…',
    optional: 'facoltativo',
    problemHeading: 'Non ha funzionato',
    retryIn: (seconds) => `Riprova tra ${seconds} s.`,
    units: (units) => `${units} unità minime`,
    chain: (chainId) => `Rete ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'Nessuna',
  },
  labels: {
    address: 'Indirizzo',
    amount: 'Importo',
    calldata: 'Dati della chiamata',
    digest: 'Hash da firmare',
    email: 'E-mail',
    exactAmount: 'Importo in unità minime',
    expiration: 'Scade (secondi Unix)',
    fee: 'Commissione',
    feeReceiver: 'La commissione va a',
    feeToken: 'Token della commissione',
    feeUnits: 'Commissione in unità minime',
    fingerprint: 'Parole di controllo',
    from: 'Da',
    function: 'Funzione',
    name: 'Nome',
    network: 'Rete',
    reason: 'Motivo',
    to: 'A',
    token: 'Token',
    transaction: 'Transazione',
    validFor: 'Valido per',
  },
  person: {
    heading: 'Crea il tuo wallet',
    lede: (organization) =>
      `${organization} verifica prima la tua e-mail. Poi una passkey sul tuo dispositivo diventa la chiave del tuo wallet.`,
    emailInvalid: 'Inserisci un indirizzo e-mail come name@example.com.',
    label: 'Nome del wallet',
    labelInvalid: (max) => `Usa al massimo ${max} caratteri.`,
    submit: 'Invia il codice',
  },
  code: {
    heading: 'Inserisci il codice',
    lede: (email) => `Abbiamo inviato sei cifre a ${email}. Valgono dieci minuti.`,
    label: 'Codice ricevuto per e-mail',
    invalid: 'Il codice ha sei cifre.',
    submitWithPasskey: 'Crea il wallet',
    resend: 'Invia un nuovo codice',
    resendIn: (seconds) => `Invia un nuovo codice (${seconds} s)`,
    resent: 'Un nuovo codice è in arrivo. Vale solo il più recente.',
    passkeyKept: 'La tua passkey resta.',
    changeEmail: 'Cambia e-mail',
  },
  passkey: {
    heading: 'Crea la tua passkey',
    lede: 'Il dispositivo chiede l’impronta, il volto o il PIN. La passkey è l’unica chiave del wallet: nessun altro la vede mai.',
    domain: 'Vale su',
    submit: 'Crea passkey',
    knownHeading: 'Continua con la tua passkey',
    knownLede: 'Qui ne hai già creata una e non ha ancora un wallet. Confermala una volta e andiamo avanti.',
    knownSubmit: 'Usa la mia passkey',
    makeNew: 'Crea invece una nuova passkey',
    useKnown: 'Usa la passkey creata prima',
  },
  working: {
    address: 'Calcolo dell’indirizzo del wallet…',
    wallet: 'Creazione del wallet…',
    prepare: 'Preparazione del trasferimento…',
    execute: 'Invio…',
  },
  created: {
    heading: 'Il tuo wallet è pronto',
    lede: 'Si apre con la passkey appena creata.',
    backup: 'Aggiungi un indirizzo di riserva',
  },
  wallet: {
    heading: 'Scegli un wallet',
    lede: 'Da quale wallet vuoi inviare?',
  },
  transfer: {
    heading: 'Invia monete',
    change: 'Cambia wallet',
    toHint: 'L’indirizzo del destinatario: 0x e 40 caratteri.',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Invia tutto',
    submit: 'Controlla',
    problems: {
      toMissing: 'Inserisci l’indirizzo del destinatario.',
      toNotAddress: 'Non è un indirizzo: servono 0x e 40 caratteri.',
      toChecksum: 'Questo indirizzo contiene un errore. Copialo di nuovo.',
      toZero: 'Quell’indirizzo non è di nessuno. Inseriscine un altro.',
      amountMissing: 'Inserisci un importo.',
      amountFormat: 'Inserisci un numero come 12,50, senza separare le migliaia.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Inserisci un numero intero.'
          : `Usa al massimo ${decimals} ${decimals === 1 ? 'cifra' : 'cifre'} dopo la virgola.`,
      amountZero: 'Inserisci più di zero.',
      amountRange: 'Il numero è troppo grande.',
      amountBalance: (balance, fee, fixed) =>
        `Il wallet contiene ${balance}${fee === '' ? '' : ` e la commissione è di ${fee}`}. ${fixed ? 'Ricaricalo e riprova' : 'Inserisci meno'}.`,
    },
  },
  confirm: {
    heading: 'Controlla e conferma',
    lede: 'Invii',
    until: (minutes, time) => `${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}, fino al ${time}`,
    fingerprintHint: 'Le stesse parole compaiono ovunque sia mostrato questo trasferimento.',
    details: 'Dati esatti',
    unverified: (amount) => `${amount}, se il token dice il vero`,
    submit: 'Conferma con passkey',
  },
  progress: {
    noStatus: 'Il servizio wallet non dice a questa pagina come prosegue.',
    lost: 'Nessuna connessione al servizio wallet. Continuiamo a provare da soli: nulla va perso o viene inviato due volte.',
    another: 'Invia altro',
  },
}
